import type { BusinessDetails, DetailChanges } from './details.ts';
import type { EventsOf } from '../event-store/event-store.ts';
import { keysOf } from '../shared/collections.ts';

/** A ULID: 26 characters of Crockford's base 32. */
export type BusinessId = string & { readonly brand: 'BusinessId' };

/** Whether a text from outside can be the id of a business at all; not whether the business exists. */
export function isBusinessId(text: string): text is BusinessId {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}

export function parseBusinessId(text: string): BusinessId {
  if (!isBusinessId(text)) throw new RangeError(`not the id of a business: ${text}`);
  return text;
}

/** EventStoreDB takes what comes before the first dash for the category of a stream, so that has no dash itself. */
export const businessStream = (id: BusinessId): string => `business-${id}`;

/** Every event of a listing names its owner, so that a view never has to look elsewhere for it. */
type Subject = {
  /** A ULID. */
  readonly businessId: BusinessId;
  /** Id of the owner's account; null for open data that nobody owns. */
  readonly ownerId: string | null;
};

/** Why a listing was turned down: a preset and what the reviewer wrote to the owner. */
export type RejectionReason = { readonly code: string; readonly text: string };

/** The presets that reviewers choose from, in this order, as pages and mails name them. */
export const rejectionLabels = {
  'wrong-category': 'Wrong category',
  contact: 'Missing or wrong contact',
  location: 'Location pin wrong',
  photo: 'Photo unsuitable',
  duplicate: 'Duplicate',
  outside: 'Outside Kampong Bharu',
  incomplete: 'Incomplete details',
  spam: 'Spam or fake',
  other: 'Other',
} as const;

/** How pages and files name an account that did something. The reviewer of a demonstration never had one. */
export function accountText(name: string | null = null, demonstration = false): string {
  return name ?? (demonstration ? 'a demonstration user' : 'a deleted account');
}

export type Decision = 'approved' | 'rejected';

/** What happens to a listing: the data of each event, by its type. */
export type BusinessEventData = {
  /** An owner submitted a new listing, which waits for review. @since 2026-11-21 */
  readonly BusinessSubmitted: Subject & {
    /** All answers of the form. */
    readonly details: BusinessDetails;
  };
  /** A place of open data was imported; it may lack required fields. @since 2026-11-21 */
  readonly BusinessImported: Subject & {
    /** What the source provides, with null for the rest. */
    readonly details: BusinessDetails;
    /** Who published it. */
    readonly source: string;
    /** The licence under which it may be used, such as ODbL-1.0. */
    readonly licence: string;
  };
  /** A listing was edited: by its owner, who then waits for review, or by an admin where nobody owns it. @since 2026-11-21 */
  readonly BusinessEdited: Subject & {
    /** Only the fields that changed, with their new values. */
    readonly changes: DetailChanges;
    /** The revision whose fields were restored; absent for every other edit. @since 2026-11-22 */
    readonly restoredVersion?: number;
  };
  /** An admin approved a listing: it is public. @since 2026-11-21 */
  readonly BusinessApproved: Subject;
  /** An admin rejected a listing: it is not public until it is edited and approved. @since 2026-11-21 */
  readonly BusinessRejected: Subject & {
    /** A preset and what the reviewer wrote to the owner; null if none was given. */
    readonly reason: RejectionReason | null;
  };
  /** An admin withdrew a decision: the listing waits for review again. @since 2026-11-21 */
  readonly DecisionWithdrawn: Subject & {
    /** The decision that was withdrawn. */
    readonly decision: Decision;
  };
  /** An admin deleted a listing. Its history stays, and it can be restored. @since 2026-11-21 */
  readonly BusinessDeleted: Subject;
  /** An admin restored a deleted listing, with the status that it had. @since 2026-11-21 */
  readonly BusinessRestored: Subject;
  /** The owner's account was erased, and with its key the personal data in all earlier events. @since 2026-11-22 */
  readonly OwnerErased: Subject & {
    /** What describes the shop and not the person: with it the listing continues without an owner; null where nothing remains. */
    readonly remaining: BusinessDetails | null;
  };
};

export type BusinessEvent = EventsOf<BusinessEventData>;

/** What somebody did, as the audit log names and filters it. */
export const businessEventKinds = {
  BusinessSubmitted: 'submission',
  BusinessImported: 'import',
  BusinessEdited: 'edit',
  BusinessApproved: 'approval',
  BusinessRejected: 'rejection',
  DecisionWithdrawn: 'withdrawal',
  BusinessDeleted: 'deletion',
  BusinessRestored: 'restoration',
  OwnerErased: 'erasure',
} as const satisfies Record<BusinessEvent['type'], string>;

export const businessEventTypes = keysOf(businessEventKinds);
