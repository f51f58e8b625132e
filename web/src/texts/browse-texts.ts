import { count } from './count.ts';

type Asked = {
  readonly kind: string;
  readonly kampong: string | null;
  readonly near: string | null;
  readonly area: object | null;
  readonly open: boolean;
};

/** The description for search engines. */
export const homeDescription =
  "Discover the beauty of Kampong Bharu: places to eat, shop, stay and pray in Kuala Lumpur's oldest Malay village.";

export const browseTexts = {
  home: {
    heading: ({ open, ...asked }: Asked) =>
      `${asked.kind} ${whereOf(asked)}${open ? ', open now' : ''}`,
    titleOfPage: (title: string, page: number, pages: number) =>
      `${title} (page ${page} of ${pages})`,
    matching: (q: string) => `Places matching “${q}”`,
    lead: "Where to eat, shop, stay and pray in and around Kuala Lumpur's oldest Malay village.",
    results: 'Places',
    count: (places: number) => (places === 0 ? 'No matches' : count(places, 'place', 'places')),
    pageOf: (page: number, pages: number) => `, page ${page} of ${pages}`,
    loading: 'Loading places…',
    noneTitle: 'No Places Found',
    noneText: "Try adjusting your filters to find what you're looking for.",
    loadedEarlier: 'These places were loaded earlier. Check your connection and try again.',
    failed: "We couldn't load the places. Check your connection and try again.",
    retry: 'Retry',
    openData: 'Some listings',
  },
  search: {
    corrected: 'Showing results for',
    unlisted: (name: string) =>
      /s$|&/.test(name) ? `No ${name} are listed yet.` : `No ${name} is listed yet.`,
    category: 'Here is what we have in',
    halal: 'Some may not be halal: please ask there.',
    suggestion: (q: string) => `Search for “${q}”`,
    unfiltered: (places: number) => `Show ${places} without your filters`,
  },
  card: { distance: distanceText },
  near: {
    me: 'My location',
    /** In "Places near you". */
    you: 'you',
    nearMe: 'Near me',
    asking: 'Locating…',
    refused: "We couldn't get your location. Choose a landmark instead.",
    unknown: 'Choose Near me to see distances from where you are.',
    near: 'Near a',
    landmark: 'landmark…',
    landmarks: 'Landmarks',
    quick: 'Quick filters',
    categories: 'Categories',
  },
  scope: {
    village: 'Kampong Bharu first, then the rest of Kuala Lumpur.',
    area: 'Nearest to the middle of Kampong Bharu first.',
    nearest: (start: string) => `Nearest to ${start} first.`,
    nearestToMe: 'Nearest to you first.',
    noPins: 'None of these has a pin on the map, so distances are unknown.',
    withoutPin: (places: number) =>
      places === 1
        ? 'The distance of 1 place without a pin on the map is unknown.'
        : `The distance of ${places} places without a pin on the map is unknown.`,
    lastPage: 'This is the last page.',
    toFirst: 'Go to the first',
    unknownHours: (places: number) =>
      places === 1
        ? '1 more place has no known hours.'
        : `${places} more places have no known hours.`,
    showUnknown: 'Show them too',
    withUnknown: (places: number) =>
      places === 1
        ? 'Includes 1 place without known hours.'
        : `Includes ${places} places without known hours.`,
    hideUnknown: 'Hide them',
  },
  map: {
    view: 'View',
    views: { list: 'List', map: 'Map' },
    loading: 'Loading the map…',
    needsScripts: 'The map needs JavaScript. All places are in the list.',
    area: 'Map area',
    noPin: 'Not on the map',
  },
  filters: {
    title: 'Filters',
    toggle: (active: number) => (active === 0 ? 'Filters' : `Filters (${active})`),
    all: 'All',
    apply: 'Apply filters',
    active: 'Active filters',
    clearAll: 'Clear all',
    remove: (title: string, value: string) =>
      title ? `Remove ${title}: ${value}` : `Remove ${value}`,
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
    quoted: (q: string) => `“${q}”`,
    open: 'Open now',
    counted: (option: string, places: number) => `${option} (${places})`,
    show: (places: number | undefined) =>
      places === undefined ? 'Show places' : `Show ${count(places, 'place', 'places')}`,
    stars: (stars: number) => count(stars, 'star', 'stars'),
    orders: {
      'rating-highest': 'Rating (Highest)',
      'rating-lowest': 'Rating (Lowest)',
      'year-newest': 'Year Opened (Newest)',
      'year-oldest': 'Year Opened (Oldest)',
    },
    hint: "Ratings and sorting aren't available yet.",
    hintYears: 'You can sort by year opened. There are no ratings yet.',
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
