import { count } from './count.ts';

export const savedTexts = {
  title: 'Saved places',
  failed: "We couldn't load the places. Check your connection and try again.",
  count: (places: number) => count(places, 'place', 'places'),
  missing: (places: number) =>
    `${count(places, 'saved place is', 'saved places are')} no longer listed.`,
  sharedTitle: 'Shared places',
};
