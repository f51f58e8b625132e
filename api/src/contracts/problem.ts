import * as z from 'zod';

/** Every error, as `application/problem+json` (RFC 9457) with the sentence for people in `message` too. */
export const problemResponse = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional().describe('By field'),
  })
  .meta({ id: 'Problem' });
export type ProblemResponse = z.infer<typeof problemResponse>;
