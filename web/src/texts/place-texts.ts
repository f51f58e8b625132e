export const placeTexts = {
  place: {
    loading: 'Loading...',
    services: { google: 'Google Maps', waze: 'Waze', openStreetMap: 'OpenStreetMap' },
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
    /** To a map service's way to the place. */
    goThere: 'Directions',
    newTab: '(opens in a new tab)',
  },
};
