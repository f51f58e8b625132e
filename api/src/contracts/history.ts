import * as z from 'zod';
import { ownBusinessResponse } from './business.ts';

const atMessage = 'Enter a time such as 2026-03-01T12:00:00+08:00, or a revision such as 3.';

/** A time (a date alone is its first moment in UTC), or a revision counted from 0. */
export const historyRequest = z
  .object({
    at: z
      .union(
        [
          z
            .string()
            .regex(/^\d{1,9}$/)
            .transform((text) => ({ revision: Number(text) })),
          z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((time) => ({ time })),
        ],
        { error: atMessage },
      )
      .optional(),
  })
  .meta({ id: 'HistoryQuery' });
export type HistoryRequest = z.output<typeof historyRequest>;

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
    name: z
      .string()
      .nullable()
      .describe('As it is today; told to admins only, null where the account is gone'),
  }),
  status: z.enum(['pending', 'approved', 'rejected', 'deleted', 'erased']).describe('After it'),
  changes: z.array(change),
  reason: z.object({ code: z.string(), text: z.string() }).nullable().describe('Of a rejection'),
  demonstration: z.boolean().describe('Made up to show the product'),
});

const pastBusinessResponse = ownBusinessResponse
  .omit({ views: true, websiteClicks: true, socialMediaClicks: true })
  .extend({ deleted: z.boolean() })
  .meta({ id: 'PastBusiness' });
export type PastBusinessResponse = z.infer<typeof pastBusinessResponse>;

/** What happened to a listing, in order, up to the moment that was asked for. */
export const historyResponse = z
  .object({
    id: z.string(),
    entries: z.array(entry),
    business: pastBusinessResponse
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
