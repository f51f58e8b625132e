import { count } from './count.ts';

/** Texts that all pages load. Each area has its own module beside this one, loaded with its pages. */
export const siteTexts = {
  site: {
    name: 'Kampong Bharu Directory',
    shortName: 'Kampong Bharu',
    kind: 'Directory',
    tagline: 'Discover the beauty of Kampong Bharu',
    openStreetMap: '© OpenStreetMap contributors',
    placeGone: 'That place is no longer available',
    demonstration: 'Demonstration',
    demonstrationHint: 'Made up to show this site. Not a real business.',
    title: (page: string) => `${page} · Kampong Bharu Directory`,
  },
  header: {
    skip: 'Skip to content',
    navigation: 'Main',
    home: 'Home',
    dashboard: 'Dashboard',
    greeting: (fullName: string) => `Hi, ${fullName}!`,
    logout: 'Logout',
    login: 'Login',
    register: 'Register',
  },
  footer: {
    data: 'About this data',
    privacy: 'Privacy',
    mapData: 'Map data and some listings',
    licence: '(Open Database Licence)',
    houses: 'Places without a photo show a drawing of a kampung house, coloured by category.',
    own: 'Run a business here?',
    register: 'List your business',
  },
  saved: {
    link: 'Saved',
    save: 'Save',
  },
  load: {
    loading: 'Loading…',
    retry: 'Retry',
    partFailed: "Couldn't load this part of the page.",
    unreachable: "We can't reach the server right now. Please try again in a moment.",
  },
  pager: {
    label: 'Pages',
    previous: 'Prev',
    next: 'Next',
    page: (page: number) => `Page ${page}`,
    pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  search: {
    label: 'Search places',
    placeholder: 'Search places, food, services…',
    submit: 'Search',
    suggestions: 'Suggestions',
    found: (suggestions: number) => count(suggestions, 'suggestion', 'suggestions'),
  },
  broken: {
    title: 'Something went wrong',
    text: "We couldn't load this page.",
    offlineTitle: "You're offline",
    offlineText: 'Connect to the internet and try again.',
    reload: 'Try again',
  },
};
