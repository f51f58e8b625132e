import { count } from './count.ts';

export const savedTexts = {
  title: 'Saved places',
  lead: 'Saved on this device only.',
  needsScripts: 'Saved places need JavaScript.',
  none: 'No saved places yet. Tap the heart on a place to save it here.',
  browse: 'Browse all places',
  failed: "We couldn't load the places. Check your connection and try again.",
  count: (places: number) => count(places, 'place', 'places'),
  missing: (places: number) =>
    places === 1
      ? '1 saved place is no longer listed.'
      : `${places} saved places are no longer listed.`,
  remove: 'Remove',
  sharedTitle: 'Shared places',
  sharedLead: 'Somebody shared these places with you.',
  noneShared: 'None of these places is listed any longer.',
  saveAll: 'Save all',
  allSaved: 'All saved',
};
