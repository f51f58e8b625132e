/** Texts that all pages load. Each area has its own module beside this one, loaded with its pages. */
export const siteTexts = {
  site: {
    name: 'Kampong Bharu Directory',
    tagline: 'Discover the beauty of Kampong Bharu',
    openStreetMap: '© OpenStreetMap contributors',
    title: (page: string) => `${page} · Kampong Bharu Directory`,
  },
  aboutData: 'About this data',
  load: {
    loading: 'Loading…',
    partFailed: "Couldn't load this part of the page.",
    unreachable: "We can't reach the server right now. Please try again in a moment.",
    photoTooLarge: 'The photo is too large for this site. Please choose a smaller one.',
    offline: 'Connect to the internet and try again.',
  },
};
