/** Texts that all pages share. Each area has its own module beside this one, loaded with its pages. */
export const siteTexts = {
  site: {
    name: 'Kampong Bharu Directory',
    shortName: 'Kampong Bharu',
    kind: 'Directory',
    tagline: 'Discover the beauty of Kampong Bharu',
    openStreetMap: '© OpenStreetMap contributors',
    placeGone: 'That place is no longer available',
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
  footer: {
    mapData: 'Map data and some places:',
    licence: 'under the Open Database Licence',
    houses:
      'Where a place has no photograph yet, a kampung house is drawn in the colour of its kind.',
    own: 'Is one of these places yours?',
    register: 'List your business',
  },
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
    label: 'Search places by name',
    placeholder: 'Search by name',
    submit: 'Search',
  },
  broken: {
    title: "Couldn't show this page",
    text: 'Something went wrong. Reloading usually helps.',
    reload: 'Reload',
  },
  notFound: {
    title: 'Page not found',
    text: 'This page does not exist or has been removed.',
    home: 'Go to the places',
  },
};
