import { count } from './count.ts';

export const browseTexts = {
  home: {
    title: 'Places in Kampong Bharu',
    titleOfPage: (page: number, pages: number) =>
      `Places in Kampong Bharu (page ${page} of ${pages})`,
    description:
      "Discover the beauty of Kampong Bharu: places to eat, shop, stay and pray in Kuala Lumpur's oldest Malay village.",
    lead: 'Food, shops, prayer and good company in the oldest Malay village of Kuala Lumpur, and in the streets around it.',
    results: 'Places',
    count: (places: number, page: number, pages: number) =>
      places === 0 ? 'No places' : `${count(places, 'place', 'places')}, page ${page} of ${pages}`,
    loading: 'Loading places…',
    noneTitle: 'No Places Found',
    noneText: "Try adjusting your filters to find what you're looking for.",
    failed: "Couldn't load the places.",
    retry: 'Retry',
    openData: 'Some of these places come from',
  },
  filters: {
    title: 'Filters',
    toggle: (active: number) => (active === 0 ? 'Filters' : `Filters (${active})`),
    all: 'All',
    apply: 'Apply filters',
    active: 'Active filters',
    clearAll: 'Clear all',
    remove: (name: string, value: string) => `Remove ${name}: ${value}`,
    category: 'Category',
    subcategory: 'Subcategory',
    time: 'Time',
    kampong: 'Kampong',
    rating: 'Rating',
    order: 'Order By',
    name: 'Name',
    stars: (stars: number) => count(stars, 'star', 'stars'),
    orders: {
      'rating-highest': 'Rating (Highest)',
      'rating-lowest': 'Rating (Lowest)',
      'year-newest': 'Year Opened (Newest)',
      'year-oldest': 'Year Opened (Oldest)',
    },
    hint: 'Rating and Order By are remembered, but do not change the results yet.',
    hintYears: 'Ordering by year works. There are no ratings yet, so those choices change nothing.',
  },
};
