/** A row of open data as the files have them; `given` replaces single fields, also by what is no valid value. */
export function aRow(given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    name: 'Kedai Kopi Raja Alang',
    category: 'amenity=cafe',
    phone: null,
    website: null,
    address: null,
    latitude: 3.1642,
    longitude: 101.7034,
    openingHours: null,
    source: 'a survey of the village',
    licence: 'CC0-1.0',
    ...given,
  };
}
