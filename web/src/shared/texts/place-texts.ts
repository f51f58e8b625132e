import { useTextsOf } from './texts.ts';

const english = {
  place: {
    loading: 'Loading...',
    back: 'All places',
    /** For who has not opened the page yet: in a search engine, or in a message. */
    summary: (kind: string, where: string) => (where ? `${kind} – ${where}` : kind),
    established: (year: number) => `Established: ${year}`,
    category: 'Category',
    subCategory: 'Sub Category',
    notAvailable: 'N/A',
    contact: 'Contact',
    quickContact: 'Quick contact',
    synopsis: 'Synopsis',
    details: 'Good to know',
    hours: 'Opening hours',
    facilities: 'Facilities',
    kampong: 'Kampong',
    address: 'Address',
    coordinates: 'Coordinates',
    location: 'Location',
    noLocation: 'No location data available',
    openInMaps: 'Open in maps',
    reportMap: 'Report a map issue',
    mapLabel: (name: string) => `Map showing ${name}`,
    mapLoading: 'Loading the map…',
    mapAway:
      'The map picture cannot be loaded just now. The marker and the address below are still right.',
    video: 'Video',
    videoTitle: (name: string) => `Video of ${name}`,
    playVideo: 'Play video',
    videoNotice: (host: string) => `Plays from ${host}`,
    watchVideo: 'Watch video',
    share: 'Share',
    copied: 'Link copied',
    copyThis: 'Copy this link',
    source: 'Open data from',
    sourceLicence: 'Licence:',
  },
  contact: {
    whatsapp: 'WhatsApp',
    phone: 'Phone',
    website: 'Website',
    facebook: 'Facebook',
    instagram: 'Instagram',
    tiktok: 'TikTok',
    onlineOrder: 'Order online',
    directions: 'Map',
    newTab: '(opens in a new tab)',
  },
};

export type PlaceTexts = typeof english;

export function usePlaceTexts(): PlaceTexts {
  return useTextsOf({ en: english });
}
