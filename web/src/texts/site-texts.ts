import { count } from './count.ts';

/** Texts that all pages share. Each area has its own module beside this one, loaded with its pages. */
export const siteTexts = {
  site: {
    name: 'Kampong Bharu Directory',
    shortName: 'Kampong Bharu',
    kind: 'Directory',
    tagline: 'Discover the beauty of Kampong Bharu',
    openStreetMap: '© OpenStreetMap contributors',
    placeGone: 'That place is no longer available',
    demonstration: 'Demonstration',
    demonstrationHint: 'Made up to show this site. It is no real business.',
    title: (page: string) => `${page} · Kampong Bharu Directory`,
  },
  header: {
    skip: 'Skip to content',
    navigation: 'Main',
    account: 'Account',
    home: 'Home',
    dashboard: 'Dashboard',
    greeting: (fullName: string) => `Hi, ${fullName}!`,
    logout: 'Logout',
    login: 'Login',
    register: 'Register',
  },
  logOut: {
    title: 'Log out and delete your draft?',
    text: 'Changes that you have not submitted are only on this device. Logging out deletes them.',
    cancel: 'Stay logged in',
    confirm: 'Log out',
  },
  footer: {
    data: 'About this data',
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
  share: { button: 'Share', copied: 'Link copied', copyThis: 'Copy this link' },
  load: { loading: 'Loading…', retry: 'Retry' },
  pager: {
    label: 'Pages',
    previous: 'Prev',
    next: 'Next',
    page: (page: number) => `Page ${page}`,
    pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  statuses: {
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    deleted: 'Deleted',
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
    offlineText: "You're offline. Connect to the internet and try again.",
    reload: 'Try again',
  },
  notFound: {
    title: 'Page not found',
    text: "You've wandered out of the kampung. This page doesn't exist or has been removed.",
    home: 'Browse all places',
  },
};
