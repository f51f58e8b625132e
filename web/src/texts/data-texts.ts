export const dataTexts = {
  title: 'About this data',
  intro:
    'Real places come from open data and from the owners of businesses. Nothing was added or changed: what a source does not say stays empty.',
  list: [
    {
      name: '© OpenStreetMap contributors',
      about: 'Shops, restaurants, offices and more, as of 2017. Open Database License (ODbL) 1.0.',
      href: 'https://www.openstreetmap.org/copyright',
    },
    {
      name: 'Tuxuri',
      about:
        'Stores of myNEWS, 99 Speedmart, FamilyMart, CU and MIX, and mosques from the list of JAKIM. MIT licence.',
      href: 'https://github.com/tuxuri/data-collection',
    },
    {
      name: 'Nabil Ersyad',
      about: 'Stations in the Klang Valley. MIT licence.',
      href: 'https://github.com/nabilersyad/transit-stations-database',
    },
    {
      name: 'Haziq Zaaran',
      about: 'Hospitals in Kuala Lumpur. MIT licence.',
      href: 'https://github.com/Haziq-Zaaran/Google-Map-Hospital-Kuala-Lumpur',
    },
    {
      name: 'SimpleGeo',
      about: 'One place, via Who’s On First. CC0 1.0.',
      href: 'https://whosonfirst.org/docs/licenses/',
    },
  ],
  files: [
    { href: '/api/places.geojson', name: 'GeoJSON', about: 'for maps' },
    { href: '/api/places.csv', name: 'CSV', about: 'for spreadsheets' },
    { href: '/feed.atom', name: 'Atom feed', about: 'of newly listed places' },
    {
      href: '/api/openapi.json',
      name: 'OpenAPI document',
      about: 'for programs that search places',
    },
  ],
};
