import type { ExpectedRevision } from '../event-store.ts';

/** An append on its way to the thread that writes: checked, and already JSON. */
export type AppendRequest = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly { readonly id: string; readonly body: string }[];
  /** Of all bodies together. */
  readonly bytes: number;
};

export type AppendOutcome =
  | {
      readonly kind: 'appended';
      readonly revision: number;
      readonly place: number;
      readonly duplicate: boolean;
    }
  | { readonly kind: 'wrong-revision'; readonly actual: number | 'none' }
  | { readonly kind: 'locked'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** What the writing thread is told; after `close` it finishes and ends. */
export type ToWriter = readonly AppendRequest[] | 'close';

/** The outcomes of the requests that waited longest, in their order. */
export type FromWriter = readonly AppendOutcome[];
