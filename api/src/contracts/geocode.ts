import * as z from 'zod';

/** The parameters and answers of the maps service that the specification names. */
const format = z.literal('json', { error: 'The format must be json.' }).optional();

const addressMessage = 'Enter more than 5 characters of an address.';

export const geocodeSearchRequest = z
  .object({
    format,
    q: z
      .string({ error: addressMessage })
      .trim()
      .min(6, addressMessage)
      .max(200, 'Use at most 200 characters.'),
  })
  .meta({ id: 'GeocodeSearch' });

/** The first is the best; degrees as texts, as the maps service has them. */
export const geocodeSearchResponse = z
  .array(z.object({ lat: z.string(), lon: z.string(), display_name: z.string() }))
  .meta({ id: 'GeocodePlaces' });
export type GeocodeSearchResponse = z.infer<typeof geocodeSearchResponse>;

export const geocodeReverseRequest = z
  .object({ format, lat: degrees(90), lon: degrees(180) })
  .meta({ id: 'GeocodeReverse' });

export const geocodeReverseResponse = z
  .union([z.object({ display_name: z.string() }), z.object({ error: z.string() })])
  .meta({ id: 'GeocodeAddress' });
export type GeocodeReverseResponse = z.infer<typeof geocodeReverseResponse>;

function degrees(limit: 90 | 180) {
  const message = `Enter degrees from -${limit} to ${limit}.`;
  return z
    .string({ error: message })
    .regex(/^-?\d{1,3}(\.\d{1,30})?$/, message)
    .transform(Number)
    .refine((value) => Math.abs(value) <= limit, message);
}
