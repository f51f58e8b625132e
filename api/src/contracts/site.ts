import * as z from 'zod';

/** What the pages need to know of this installation; the same for everybody. */
export const siteResponse = z
  .object({
    name: z.string(),
    timeZone: z.string(),
    /** The zone's current year: the newest that a business can have been opened in. */
    currentYear: z.int(),
    applyOrderBy: z.boolean(),
    keepLastApprovedPublic: z.boolean(),
    googleClientId: z.string().nullable(),
    /** Whether `/api/geocode` answers, or is switched off. */
    looksUpAddresses: z.boolean(),
    map: z.object({
      tileUrl: z.string().nullable(),
      attribution: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      zoom: z.int(),
    }),
    categories: z.array(
      z.object({ name: z.string(), onHome: z.boolean(), subCategories: z.array(z.string()) }),
    ),
    kampongs: z.array(z.string()),
    operatingHours: z.array(z.object({ value: z.string(), label: z.string() })),
    facilities: z.array(z.string()),
  })
  .meta({ id: 'Site' });
export type SiteResponse = z.infer<typeof siteResponse>;
