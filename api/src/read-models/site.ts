import {
  facilities,
  homeCategories,
  hoursLabel,
  kampongs,
  mainCategories,
  operatingHours,
  subCategories,
} from '@directory/domain/catalogue';
import type { Config } from '../config.ts';
import type { SiteResponse } from '../contracts/site.ts';

/** Masjid Jamek Kampung Baru, in the middle of the village. */
const centre = { latitude: 3.1645, longitude: 101.7045, zoom: 15 };

/** What the pages need to know of this installation. */
export function describeSite(
  { site, timeZone, geocoderUrl }: Pick<Config, 'site' | 'timeZone' | 'geocoderUrl'>,
  currentYear: number,
): SiteResponse {
  const { tileUrl, tileAttribution, ...settings } = site;
  return {
    name: 'Kampong Bharu',
    timeZone,
    currentYear,
    ...settings,
    looksUpAddresses: geocoderUrl !== null,
    map: { tileUrl, attribution: tileAttribution, ...centre },
    categories: mainCategories.map((name) => ({
      name,
      onHome: homeCategories.includes(name),
      subCategories: [...subCategories(name)],
    })),
    kampongs: [...kampongs],
    operatingHours: operatingHours.map((value) => ({ value, label: hoursLabel(value) })),
    facilities: [...facilities],
  };
}
