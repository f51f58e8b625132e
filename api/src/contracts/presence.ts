import * as z from 'zod';

/** Who else has the listing open for review. */
export const openingResponse = z
  .object({
    others: z
      .array(
        z.object({
          name: z.string().describe('The username of the admin'),
          openedAt: z.string().describe('ISO 8601, UTC'),
        }),
      )
      .describe('Other admins who opened it within the last ten minutes, the latest first'),
  })
  .meta({ id: 'Opening' });
export type OpeningResponse = z.infer<typeof openingResponse>;
