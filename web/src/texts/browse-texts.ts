export const browseTexts = {
  results: 'Places',
  filters: {
    toggle: (active: number) => (active === 0 ? 'Filters' : `Filters (${active})`),
    /** The titles of filters, by their names in the address. */
    titles: {
      q: 'Search',
      category: 'Category',
      subcategory: 'Subcategory',
      time: 'Time',
      kampong: 'Kampong',
      facility: 'Facilities',
      open: '',
      hours: '',
      near: 'Near',
      area: '',
      pin: '',
      rating: 'Rating',
      order: 'Order By',
    },
    open: 'Open now',
    orders: {
      'rating-highest': 'Rating (Highest)',
      'rating-lowest': 'Rating (Lowest)',
      'year-newest': 'Year Opened (Newest)',
      'year-oldest': 'Year Opened (Oldest)',
    },
  },
};

const metresPerMinute = 75;
const farthestWalk = 2_500;

/** "350 m · 5 min on foot", as the crow flies; without the walk where nobody would walk. */
export function distanceText(metres: number): string {
  const kilometres = (metres / 1000).toLocaleString('en', {
    maximumFractionDigits: metres < 10_000 ? 1 : 0,
  });
  const length =
    metres < 950 ? `${Math.max(10, Math.round(metres / 10) * 10)} m` : `${kilometres} km`;
  if (metres > farthestWalk) return length;
  return `${length} · ${Math.max(1, Math.round(metres / metresPerMinute))} min on foot`;
}
