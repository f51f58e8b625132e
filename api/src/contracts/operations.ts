import { component, z } from './zod.ts';

const viewState = z.enum(['running', 'paused', 'failed', 'rebuilding']);
const position = z.string().describe('A place in the log; compared as text');
const perSecond = z.number().min(0).nullable().describe('Null until it was measured twice');
const time = z.string().describe('ISO 8601, UTC');

const quarantinedKey = z.object({
  key: z.string(),
  eventId: z.string(),
  position: position.describe('That of the event that could not be folded'),
  error: z.string(),
  at: time,
});

const rebuild = z.object({
  version: z.string(),
  state: viewState,
  position,
  handled: z.int().min(0),
  share: z.number().min(0).max(1).describe('How much of the log was read'),
  eventsPerSecond: perSecond,
  remainingSeconds: z.number().min(0).nullable().describe('Null while it cannot be estimated'),
  error: z.string().nullable(),
});

export const viewReportResponse = component('ViewReport', {
  name: z.string(),
  version: z.string(),
  generation: z.string().describe('The build that answers reads'),
  state: viewState,
  position,
  handled: z.int().min(0).describe('How many events the view has folded'),
  lag: z
    .object({
      events: z.int().min(0),
      isMore: z.boolean().describe('Whether there are more than were counted'),
      seconds: z.number().min(0).describe('How long events have waited without progress'),
    })
    .nullable()
    .describe('Null while the log cannot be reached'),
  eventsPerSecond: perSecond,
  error: z.string().nullable(),
  updatedAt: time,
  quarantinedCount: z.int().min(0),
  quarantined: z.array(quarantinedKey).describe('The first hundred'),
  rebuild: rebuild.nullable().describe('The build beside it, under way or failed'),
});
export type ViewReportResponse = z.infer<typeof viewReportResponse>;

const lease = z
  .object({ holder: z.string().describe('Host, process id and a random part'), expiresAt: time })
  .nullable();

/** The state of the log and the views, whichever process works on them. */
export const operationsResponse = component('Operations', {
  at: time,
  log: z.object({ reachable: z.boolean(), head: position.nullable() }),
  viewStore: z.object({ reachable: z.boolean() }),
  projector: lease.describe('Who keeps the views in step with the log'),
  rebuilder: lease.describe('Who rebuilds views'),
  views: z.array(viewReportResponse),
});
export type OperationsResponse = z.infer<typeof operationsResponse>;
