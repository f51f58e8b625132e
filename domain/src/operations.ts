import type { Actor, EventsOf } from './event-store/event-store.ts';
import { keysOf } from './shared/collections.ts';

type OfView = {
  /** Its name. */
  readonly view: string;
};
type OfMails = {
  /** How many mails. */
  readonly mails: number;
};
type OfAccount = {
  /** A UUID. */
  readonly accountId: string;
};
type OfAnyAccount = OfAccount & {
  /** What kind of account it is. */
  readonly role: 'owner' | 'admin';
};

/** What operators do to the directory itself, by the type of its event. Accounts are named by id only, so that no name outlives its erasure. */
export type OperationEventData = {
  /** An admin paused a view: it follows the log no further. @since 2026-11-22 */
  readonly ViewPaused: OfView;
  /** An admin let a paused view follow the log again. @since 2026-11-22 */
  readonly ViewResumed: OfView;
  /** An admin had a view built again from the first event. @since 2026-11-22 */
  readonly ViewRebuildRequested: OfView;
  /** An admin had the mails sent again that had been given up. @since 2026-11-23 */
  readonly MailsRetried: OfMails;
  /** An admin discarded the mails that had been given up. @since 2026-11-26 */
  readonly MailsDiscarded: OfMails;
  /** An import ended, perhaps early because of a damaged file. @since 2026-11-22 */
  readonly PlacesImported: {
    /** How many places were added. */
    readonly imported: number;
    /** How many had been imported earlier. */
    readonly existing: number;
    /** How many rows could not be used. */
    readonly refused: number;
    /** Whether they were published at once, rather than waiting for review. */
    readonly published: boolean;
  };
  /** An operator created an admin. @since 2026-11-22 */
  readonly AdminCreated: OfAccount;
  /** An operator set a password. @since 2026-11-22 */
  readonly PasswordSet: OfAnyAccount;
  /** An operator disabled an account: nobody can log in to it. @since 2026-11-22 */
  readonly AccountDisabled: OfAnyAccount;
  /** An operator enabled a disabled account. @since 2026-11-22 */
  readonly AccountEnabled: OfAnyAccount;
  /** An operator removed an admin. @since 2026-11-22 */
  readonly AdminRemoved: OfAccount;
  /** An operator removed the second factor of an admin, who logs in with the password only. @since 2026-11-22 */
  readonly SecondFactorRemoved: OfAccount;
  /** An operator rotated a key: tokens that were signed with the former one are invalid. @since 2026-11-22 */
  readonly KeyRotated: {
    /** Which key. */
    readonly key: 'tokens';
  };
  /** An owner was erased, by an operator or by the owner. @since 2026-11-22 */
  readonly AccountErased: OfAccount & {
    /** How many listings the owner had. */
    readonly listings: number;
  };
};

export type OperationEvent = EventsOf<OperationEventData>;

export const operationEventTypes = keysOf<OperationEvent['type']>({
  ViewPaused: true,
  ViewResumed: true,
  ViewRebuildRequested: true,
  MailsRetried: true,
  MailsDiscarded: true,
  PlacesImported: true,
  AdminCreated: true,
  PasswordSet: true,
  AccountDisabled: true,
  AccountEnabled: true,
  AdminRemoved: true,
  SecondFactorRemoved: true,
  KeyRotated: true,
  AccountErased: true,
});

export const operationsStream = 'operations';

/** The actor of the command line: somebody with access to the machine. */
export const commandLine: Actor = { id: null, role: 'system' };
