import { count } from './count.ts';

type Asked = {
  readonly kind: string;
  readonly kampong: string | null;
  readonly near: string | null;
  readonly area: object | null;
  readonly open: boolean;
};

export const browseTexts = {
  home: {
    heading: ({ open, ...asked }: Asked) =>
      `${asked.kind} ${whereOf(asked)}${open ? ', open now' : ''}`,
    results: 'Places',
    count: (places: number) => (places === 0 ? 'No matches' : count(places, 'place', 'places')),
  },
  unlisted: (name: string) =>
    /s$|&/.test(name) ? `No ${name} are listed yet.` : `No ${name} is listed yet.`,
  distance: distanceText,
  /** In "Places near you". */
  you: 'you',
  scope: {
    withoutPin: (places: number) =>
      `The distance of ${count(places, 'place', 'places')} without a pin on the map is unknown.`,
    unknownHours: (places: number) =>
      `${count(places, 'more place has', 'more places have')} no known hours.`,
    withUnknown: (places: number) =>
      `Includes ${count(places, 'place', 'places')} without known hours.`,
  },
  views: { list: 'List', map: 'Map' },
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
    show: (places: number | undefined) =>
      places === undefined ? 'Show places' : `Show ${count(places, 'place', 'places')}`,
    orders: {
      'rating-highest': 'Rating (Highest)',
      'rating-lowest': 'Rating (Lowest)',
      'year-newest': 'Year Opened (Newest)',
      'year-oldest': 'Year Opened (Oldest)',
    },
  },
};

function whereOf({ near, kampong, area }: Omit<Asked, 'open'>): string {
  if (near) return `near ${near}`;
  if (kampong) return `in ${kampong}`;
  return area ? 'in the map area' : 'in Kampong Bharu';
}

const metresPerMinute = 75;
const farthestWalk = 2_500;

/** "350 m · 5 min on foot", as the crow flies; without the walk where nobody would walk. */
function distanceText(metres: number): string {
  const kilometres = (metres / 1000).toLocaleString('en', {
    maximumFractionDigits: metres < 10_000 ? 1 : 0,
  });
  const length =
    metres < 950 ? `${Math.max(10, Math.round(metres / 10) * 10)} m` : `${kilometres} km`;
  if (metres > farthestWalk) return length;
  return `${length} · ${Math.max(1, Math.round(metres / metresPerMinute))} min on foot`;
}
