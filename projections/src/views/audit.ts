import {
  businessEventKinds,
  businessEventTypes,
  isBusinessEvent,
  operationEventTypes,
  type BusinessEvent,
  type BusinessId,
  type OperationEvent,
} from '@directory/domain';
import type { Actor } from '@directory/domain/event-store';
import { defineView, type EventOf } from '../engine/view.ts';

type AuditKind = (typeof businessEventKinds)[BusinessEvent['type']] | 'operation';

/** Who did something to a listing or to the directory, and when: ids only, and nothing that anybody typed. */
export type AuditEntry = {
  /** Begins with the time, so that entries sort by it. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly kind: AuditKind;
  readonly type: (BusinessEvent | OperationEvent)['type'];
  readonly role: Actor['role'];
  /** The id of the account; the role where there is none. */
  readonly actor: string;
  readonly businessId: BusinessId | null;
  /** The revision of the event in its stream. */
  readonly revision: number;
  /** The preset of a rejection. */
  readonly reasonCode: string | null;
  /** What an operation concerned; null for what was done to a listing. */
  readonly operation: OperationEvent['data'] | null;
  /** Made up to show the screens. */
  readonly demonstration: boolean;
};

type AuditEvent = EventOf<(BusinessEvent | OperationEvent)['type']>;

/** One document for each event. The approval in an import has none, as it is part of the import. */
export const audit = defineView<AuditEntry, AuditEvent['type'], 'kind' | 'actor' | 'businessId'>({
  name: 'audit',
  version: '1',
  handles: [...businessEventTypes, ...operationEventTypes],
  key: (event) => (isPublication(event) ? [] : [idOf(event)]),
  evolve: (_, event, id) => entryOf(event, id),
  indexes: ['kind', 'actor', 'businessId'],
});

function isPublication({ type, metadata }: AuditEvent): boolean {
  return type === 'BusinessApproved' && metadata.actor.role === 'system';
}

function idOf({ stream, revision, metadata }: AuditEvent): string {
  return `${metadata.time}/${stream}/${String(revision).padStart(10, '0')}`;
}

function entryOf(event: AuditEvent, id: string): AuditEntry {
  const { type, revision, metadata } = event;
  const { actor, time, demonstration = false } = metadata;
  return {
    id,
    time,
    kind: kindOf(event),
    type,
    role: actor.role,
    actor: actor.id ?? actor.role,
    businessId: 'businessId' in event.data ? event.data.businessId : null,
    revision,
    reasonCode: type === 'BusinessRejected' ? (event.data.reason?.code ?? null) : null,
    operation: 'businessId' in event.data ? null : event.data,
    demonstration,
  };
}

function kindOf(event: AuditEvent): AuditKind {
  if (isBusinessEvent(event)) return businessEventKinds[event.type];
  return event.type === 'AccountErased' ? 'erasure' : 'operation';
}
