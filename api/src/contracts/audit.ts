import { businessEventKinds } from '@directory/domain/business/events';
import { component, z } from './zod.ts';

export const auditKinds = [...Object.values(businessEventKinds), 'operation'] as const;
export type AuditKind = (typeof auditKinds)[number];

const dayMessage = 'Enter a day such as 2026-11-21.';
const day = z.iso.date(dayMessage).regex(/^2/, dayMessage).optional();

const filters = {
  kind: z.enum(auditKinds, 'Choose a kind from the list.').optional(),
  person: z
    .union([z.uuid(), z.literal('system')], 'Name a person by the id of the account.')
    .optional()
    .describe('The id of an account; `system` for what was done without one'),
  business: z
    .string('Name one business.')
    .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Name a business by its id.')
    .optional()
    .describe('The id of a business'),
  from: day.describe('The first day, in the time zone of the site'),
  to: day.describe('The last day'),
};

export const auditExportRequest = component('AuditFilter', filters);
export type AuditFilter = z.output<typeof auditExportRequest>;

export const auditRequest = component('AuditQuery', {
  ...filters,
  before: z
    .string('Pass on `next` of the page before.')
    .max(200)
    .optional()
    .describe('`next` of the page before; without it, the newest'),
});

const account = z.object({
  id: z.string(),
  name: z.string().nullable().describe('As it is today; null where the account is gone'),
});

const entry = z.object({
  id: z.string(),
  time: z.string().describe('ISO 8601, UTC'),
  day: z.string().describe('The date in the time zone of the site'),
  kind: z.enum(auditKinds),
  type: z.string().describe('The type of the event, such as BusinessApproved or ViewPaused'),
  role: z.enum(['visitor', 'user', 'admin', 'system']),
  person: account.nullable().describe('Null for what was done without an account'),
  business: z
    .object({ id: z.string(), name: z.string().describe('As it is today') })
    .nullable()
    .describe('Null for what concerns no business'),
  revision: z.int().min(0).describe('The revision of the business after it'),
  changed: z
    .array(z.string())
    .describe('The fields that an edit changed; those of an erased person are left out'),
  reasonCode: z.string().nullable().describe('The preset of a rejection'),
  view: z.string().nullable().describe('The view that an operation concerned'),
  account: account.nullable().describe('The account that an operation concerned'),
  places: z
    .object({ imported: z.int(), existing: z.int(), refused: z.int(), published: z.boolean() })
    .nullable()
    .describe('The counts of an import'),
  demonstration: z.boolean().describe('Made up to show the product'),
});
export type AuditEntryResponse = z.infer<typeof entry>;

export const auditResponse = component('Audit', {
  entries: z.array(entry),
  next: z.string().nullable().describe('Where the next page begins; null on the last one'),
  people: z
    .array(account)
    .describe('Whom one can filter by: all admins, and the person of the filter'),
});
export type AuditResponse = z.infer<typeof auditResponse>;
