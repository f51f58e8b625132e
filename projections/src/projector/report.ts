import type { QuarantinedKeyOfView } from '../folding/commit-folds.ts';

/** What operators may want to read of in the log. */
export type ProjectorEvent =
  | { readonly type: 'projection-interrupted'; readonly error: unknown; readonly retryInMs: number }
  | { readonly type: 'standing-by' }
  | { readonly type: 'view-building'; readonly view: string; readonly version: string }
  | { readonly type: 'view-ready'; readonly view: string; readonly version: string }
  | { readonly type: 'rebuild-halted'; readonly view: string; readonly reason: string }
  | { readonly type: 'view-ahead-of-log'; readonly view: string }
  | {
      readonly type: 'view-failed';
      readonly view: string;
      readonly eventId: string;
      readonly error: unknown;
    }
  | { readonly type: 'key-quarantined'; readonly key: QuarantinedKeyOfView };

export type Report = (event: ProjectorEvent) => void;
