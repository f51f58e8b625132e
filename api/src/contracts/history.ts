import { component, z } from './zod.ts';
import { businessWithoutStats, pastBusinessResponse } from './business.ts';
import { revisionNumber, wholeNumber } from './fields.ts';

export const historyPageSize = 100;

const atMessage = 'Enter a time such as 2026-03-01T12:00:00+08:00, or a revision such as 3.';

/** A time (a date alone is its first moment in UTC), or a revision counted from 0. */
const at = z
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
  .optional();

export const historyRequest = component('HistoryQuery', {
  at,
  before: revisionNumber.optional().describe('Only events with a lower revision'),
  after: revisionNumber
    .optional()
    .describe('Only events with a higher revision, the oldest of them'),
  limit: wholeNumber(1, historyPageSize, `Enter a number from 1 to ${historyPageSize}.`)
    .default(historyPageSize)
    .describe('How many events at most; the newest of those that the rest allows'),
});
export type HistoryRequest = z.output<typeof historyRequest>;

const change = z.object({
  field: z.string(),
  before: z
    .unknown()
    .describe('As the field is written in a business; null before the first version'),
  after: z.unknown(),
});

const status = z.enum(['pending', 'approved', 'rejected', 'deleted', 'erased']);

const entry = z.object({
  revision: z.int().min(0),
  type: z.string().describe('What happened, such as BusinessSubmitted or BusinessApproved'),
  time: z.string().describe('ISO 8601, UTC'),
  actor: z.object({
    role: z.enum(['visitor', 'user', 'admin', 'system']),
    id: z.string().nullable().describe('For admins only, otherwise null'),
    name: z
      .string()
      .nullable()
      .describe('As it is today; for admins only, null where the account is gone'),
  }),
  status: status.describe('The status after it'),
  changes: z.array(change),
  reason: z
    .object({ code: z.string(), text: z.string() })
    .nullable()
    .describe('The reason of a rejection'),
  restoredVersion: z.int().nullable().describe('The revision of the version that an edit restored'),
  demonstration: z.boolean().describe('Made up to show the product'),
});

/** What happened to a listing, in order, up to the moment that was asked for: a page of it. */
export const historyResponse = component('History', {
  id: z.string(),
  entries: z.array(entry).describe('From the oldest of the page to the newest'),
  total: z.int().describe('How many events there were up to that moment, on all pages'),
  before: z.int().nullable().describe('Asks for the page before this one; null on the first'),
  after: z.int().nullable().describe('Asks for the page after this one; null on the last'),
  status: status.nullable().describe('At that moment; null when it did not exist yet'),
  business: pastBusinessResponse
    .nullable()
    .describe('As it was at that moment; null when it did not exist yet'),
  isPhotoDeleted: z
    .boolean()
    .describe(
      'Whether its photograph was replaced too long ago; restoring the version keeps the present one',
    ),
  sinceDecision: z
    .object({
      base: z
        .enum(['approved', 'undone', 'rejected'])
        .describe('The approved version, one whose approval was undone, or the rejected one'),
      time: z.string().describe('When it was decided or undone'),
      changes: z.array(change),
    })
    .nullable()
    .describe('How it differed then from the version that was last decided on'),
  chain: z
    .object({ intact: z.boolean(), firstBreak: z.int().nullable() })
    .nullable()
    .describe('Whether each event still carries the hash of the one before it; for admins only'),
});
export type HistoryResponse = z.infer<typeof historyResponse>;

export const publicVersionRequest = component('PublicVersionQuery', { at });

export const publicVersionResponse = component('PublicVersion', {
  business: businessWithoutStats
    .meta({ id: 'BusinessWithoutStats' })
    .nullable()
    .describe('Null when visitors did not see it'),
  time: z.string().nullable().describe('The time of the last event by then; null without any'),
});
export type PublicVersionResponse = z.infer<typeof publicVersionResponse>;
