import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import {
  businessStream,
  currentSchema,
  operationsStream,
  visitsStream,
  type DomainEvent,
  type Recorded,
} from '@directory/domain';
import { toPosition, type EventMetadata, type RecordedEvent } from '@directory/domain/event-store';

/** Events as the log would give them back, one a minute from the first of November 2026 on. */
export function recorded(events: readonly DomainEvent[]): readonly Recorded<DomainEvent>[] {
  const revisions = new Map<string, number>();
  return events.map((event, index) => {
    const place = { ...event, id: uuidOf(index), metadata: metadataAt(minute(index)) };
    const stream = streamOf(event);
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    return { ...place, stream, revision, position: toPosition(index + 1) };
  });
}

export function recordedByAdmin(events: readonly DomainEvent[]): readonly Recorded<DomainEvent>[] {
  const actor = { id: 'admin-1', role: 'admin' } as const;
  return recorded(events).map((event) => ({ ...event, metadata: { ...event.metadata, actor } }));
}

/** The listings of two golden events. */
const submitted = '01KB3NDEKTSV4RRFFQ69G5FAV0';
const erased = '01KB3NDEKTSV4RRFFQ69G5FAV4';

/** The golden files of events as they were first stored, in the order of a log. The erasure is one of the submitted listing here. */
export function goldenEvents(): readonly RecordedEvent[] {
  const folder = new URL('../../../domain/src/golden/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.v1.json'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8').replaceAll(erased, submitted))
    .map((json) => JSON.parse(json) as RecordedEvent)
    .toSorted((one, other) => (one.position < other.position ? -1 : 1));
}

/** Short, and another one where anything differs. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

export function metadataAt(time: string): EventMetadata {
  const commandId = '00000000-0000-4000-8000-000000000000';
  const actor = { id: 'tester', role: 'system' } as const;
  return { commandId, correlationId: commandId, actor, time, schema: currentSchema };
}

export function streamOf(event: DomainEvent): string {
  if (!('businessId' in event.data)) return operationsStream;
  const { businessId } = event.data;
  return event.type === 'BusinessViewed' || event.type === 'BusinessLinkClicked'
    ? visitsStream(businessId)
    : businessStream(businessId);
}

export function minute(index: number): string {
  return new Date(Date.UTC(2026, 10, 1) + index * 60_000).toISOString();
}

function uuidOf(index: number): string {
  return `00000000-0000-7000-8000-${index.toString().padStart(12, '0')}`;
}
