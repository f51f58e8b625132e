import { status, type Metadata } from '@grpc/grpc-js';

/** The call is refused before anything is done. */
export type Refusal = {
  readonly kind: 'refuse';
  readonly code: status;
  readonly details: string;
  readonly metadata?: Metadata;
};

/** What a peer does to a call, or to an append of a batch, instead of simply answering it. */
export type Fault =
  | Refusal
  /** Neither executes the call nor responds. */
  | { readonly kind: 'silence' }
  /** Executes the call and never responds. */
  | { readonly kind: 'lose-answer' }
  /** Executes the call and responds late. */
  | { readonly kind: 'answer-late'; readonly ms: number }
  /** Sends so many events of a read, then ends it as if that were all. */
  | { readonly kind: 'end-early'; readonly events: number }
  /** Sends so many events of a read, then breaks off. */
  | { readonly kind: 'break-off'; readonly events: number };

export type CallKind = 'append' | 'read';

export const unavailable = {
  kind: 'refuse',
  code: status.UNAVAILABLE,
  details: 'Server Is Not Ready',
} as const;

export const unauthenticated = {
  kind: 'refuse',
  code: status.UNAUTHENTICATED,
  details: 'UnAuthenticated',
} as const;

export const connectionDropped = {
  code: status.UNAVAILABLE,
  details: 'Connection dropped',
} as const;

export type Faults = ReturnType<typeof faults>;

/** Faults that wait for the next calls of their kind, and one that meets all others. */
export function faults() {
  const waiting: Readonly<Record<CallKind, Fault[]>> = { append: [], read: [] };
  const lasting = new Map<CallKind, Fault>();
  return {
    next: (kind: CallKind, ...some: readonly Fault[]) => void waiting[kind].push(...some),
    always: (kind: CallKind, fault: Fault) => void lasting.set(kind, fault),
    none: () => {
      lasting.clear();
      for (const each of Object.values(waiting)) each.length = 0;
    },
    meet: (kind: CallKind): Fault | undefined => waiting[kind].shift() ?? lasting.get(kind),
  };
}
