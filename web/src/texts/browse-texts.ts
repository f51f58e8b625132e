import { count } from './count.ts';

export const browseTexts = {
  home: {
    title: 'Places in Kampong Bharu',
    titleOfPage: (title: string, page: number, pages: number) =>
      `${title} (page ${page} of ${pages})`,
    matching: (q: string) => `Places matching “${q}”`,
    description:
      "Discover the beauty of Kampong Bharu: places to eat, shop, stay and pray in Kuala Lumpur's oldest Malay village.",
    lead: "Where to eat, shop, stay and pray in and around Kuala Lumpur's oldest Malay village.",
    results: 'Places',
    count: (places: number, page: number, pages: number) => {
      if (places === 0) return 'No matches';
      const all = count(places, 'place', 'places');
      return pages === 1 ? all : `${all}, page ${page} of ${pages}`;
    },
    loading: 'Loading places…',
    noneTitle: 'No Places Found',
    noneText: "Try adjusting your filters to find what you're looking for.",
    failed: "Couldn't load the places.",
    retry: 'Retry',
    openData: 'Some listings',
  },
  search: {
    corrected: 'Showing results for',
    unlisted: (name: string) =>
      /s$|&/.test(name) ? `No ${name} are listed yet.` : `No ${name} is listed yet.`,
    category: 'Here is what we have in',
    suggestion: (q: string) => `Search for “${q}”`,
    unfiltered: (places: number) => `Show ${places} without your filters`,
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
    search: 'Search',
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
