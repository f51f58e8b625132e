import type { AuditEntryResponse, AuditKind } from '@directory/api/contracts';
import {
  accountText,
  rejectionLabels,
  type BusinessEvent,
} from '@directory/domain/business/events';
import { count, number } from './count.ts';

const eventLabels: Readonly<Record<string, string>> = {
  BusinessSubmitted: 'Submitted',
  BusinessImported: 'Imported from open data',
  BusinessEdited: 'Edited',
  BusinessApproved: 'Approved',
  BusinessRejected: 'Rejected',
  DecisionWithdrawn: 'Decision undone',
  BusinessDeleted: 'Deleted',
  BusinessRestored: 'Restored',
  OwnerErased: 'Owner erased',
} satisfies Record<BusinessEvent['type'], string>;

/** An event type that a later release added has no label here and is shown by its name. */
export function eventLabel(type: string): string {
  return eventLabels[type] ?? type;
}

/** The chosen reason with the comment on it. */
export function rejectionText({ code, text }: { code: string; text: string }): string {
  const labels: Readonly<Record<string, string>> = rejectionLabels;
  return [labels[code] ?? code, text].filter(Boolean).join(': ');
}

export const roleNames = {
  admin: 'administrator',
  user: 'owner',
  system: 'system',
  visitor: 'visitor',
};

export const auditTexts = {
  clear: 'Clear filters',
  kinds: {
    submission: 'Submissions',
    import: 'Imported listings',
    edit: 'Edits',
    approval: 'Approvals',
    rejection: 'Rejections',
    withdrawal: 'Undone decisions',
    deletion: 'Deletions',
    restoration: 'Restorations',
    erasure: 'Erasures',
    operation: 'Operations',
  } satisfies Record<AuditKind, string>,
};

type Operation = Pick<AuditEntryResponse, 'type' | 'view' | 'account' | 'places'>;

const operationTexts: Readonly<Record<string, (name: string, view: string) => string>> = {
  ViewPaused: (_, view) => `Paused the view ${view}`,
  ViewResumed: (_, view) => `Resumed the view ${view}`,
  ViewRebuildRequested: (_, view) => `Requested a rebuild of the view ${view}`,
  MailsRetried: () => 'Had undelivered emails sent again',
  MailsDiscarded: () => 'Discarded undelivered emails',
  AdminCreated: (name) => `Created an administrator: ${name}`,
  AdminRemoved: () => 'Removed an administrator',
  PasswordSet: (name) => `Set a new password for ${name}`,
  AccountDisabled: (name) => `Disabled the account of ${name}`,
  AccountEnabled: (name) => `Enabled the account of ${name}`,
  AccountErased: () => 'Erased an account',
  SecondFactorRemoved: (name) => `Switched off two-step log-in for ${name}`,
  KeyRotated: () => 'Logged everybody out with a new key',
};

/** What was done to the directory itself; the name of the event for one that a later release added. */
export function operationText({ type, view, account, places }: Operation): string {
  if (type === 'PlacesImported' && places)
    return `Imported ${count(places.imported, 'place', 'places')} (${number.format(places.existing)} existed, ${number.format(places.refused)} refused)`;
  return operationTexts[type]?.(accountText(account?.name), view ?? '') ?? type;
}
