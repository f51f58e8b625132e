import type { RemovedBusinessResponse } from '@directory/api/contracts';
import { rejectionLabels } from '@directory/domain/business/events';
import { useDateText } from '../../shared/listing/site-time.ts';
import { type Resource, useResource } from '../../shared/resource/use-resource.ts';
import { useSession } from '../../shared/session/session.ts';
import ui from '../../shared/ui/ui.module.css';

const labels: Readonly<Record<string, string>> = rejectionLabels;

/** The path of the API for the listings of the owner who is logged in. */
export function useOwnPath(): string {
  return `/api/businesses/userbusinesses/${encodeURIComponent(useSession()?.user.id ?? '')}`;
}

/** The listings that an administrator removed, which are in no other list of their owner. */
export function useRemovedBusinesses(): Resource<readonly RemovedBusinessResponse[]> {
  return useResource(`${useOwnPath()}/removed`);
}

export function RemovedBusinesses() {
  const { data: removed = [] } = useRemovedBusinesses();
  if (removed.length === 0) return null;
  return (
    <ul className={`${ui.note} ${ui.stack}`} aria-label="Removed businesses">
      {removed.map((business) => (
        <li key={business.id}>
          <Removal business={business} />
        </li>
      ))}
    </ul>
  );
}

export function Removal({ business }: { readonly business: RemovedBusinessResponse }) {
  const dateText = useDateText();
  return (
    <>
      <strong lang="ms">{business.businessName}</strong> was removed by an administrator on{' '}
      {dateText(business.removedAt)}. Visitors can't see it, and it can't be edited.
    </>
  );
}

type Reason = { readonly code: string; readonly text: string };

export function rejectionNote(reason: Reason | null): string {
  return rejectionSentence(reason) ?? 'No reason given.';
}

/** The reason's label and the reviewer's comment; null if there is neither. */
export function rejectionSentence(reason: Reason | null): string | null {
  if (!reason) return null;
  const label = reason.code === 'other' && reason.text ? undefined : labels[reason.code];
  return [label, reason.text].filter(Boolean).join(': ') || null;
}
