import * as z from 'zod';
import { businessResponse } from './business.ts';

const change = z.object({
  field: z.string(),
  before: z
    .unknown()
    .describe('As the field is written in a business; null before the first version'),
  after: z.unknown(),
});

const entry = z.object({
  revision: z.int().min(0),
  type: z.string().describe('What happened, as BusinessSubmitted or BusinessApproved'),
  time: z.string().describe('ISO 8601, UTC'),
  actor: z.object({
    role: z.enum(['visitor', 'user', 'admin', 'system']),
    id: z.string().nullable().describe('Told to admins only'),
  }),
  status: z.enum(['pending', 'approved', 'rejected', 'deleted']).describe('After it'),
  changes: z.array(change),
  reason: z.object({ code: z.string(), text: z.string() }).nullable().describe('Of a rejection'),
  demonstration: z.boolean().describe('Made up to show the product'),
});

/** What happened to a listing, in order, up to the moment that was asked for. */
export const historyResponse = z
  .object({
    id: z.string(),
    entries: z.array(entry),
    business: businessResponse
      .omit({ views: true, websiteClicks: true, socialMediaClicks: true })
      .extend({ status: z.enum(['pending', 'approved', 'rejected', 'deleted']) })
      .nullable()
      .describe('As it was at that moment; null when it did not exist yet'),
    chain: z
      .object({ intact: z.boolean(), firstBreak: z.int().nullable() })
      .nullable()
      .describe(
        'Whether each event still carries the hash of the one before it; told to admins only',
      ),
  })
  .meta({ id: 'History' });
export type HistoryResponse = z.infer<typeof historyResponse>;
