import type { RemovedBusinessResponse } from '@directory/api/contracts';
import { useDateText } from '../../shared/listing/site-time.ts';
import { useResource } from '../../shared/resource/use-resource.ts';
import ui from '../../shared/ui/ui.module.css';
import { ownerTexts } from '../../texts/owner-texts.ts';

const { dashboard } = ownerTexts;

/** What an administrator removed, which is in no other list of its owner; none until it is loaded. */
export function useRemovedBusinesses(userId: string): readonly RemovedBusinessResponse[] {
  const path = `/api/businesses/userbusinesses/${encodeURIComponent(userId)}/removed`;
  return useResource<readonly RemovedBusinessResponse[]>(path).data ?? [];
}

export function RemovedBusinesses({ userId }: { readonly userId: string }) {
  const removed = useRemovedBusinesses(userId);
  if (removed.length === 0) return null;
  return (
    <ul className={`${ui.note} ${ui.stack}`} aria-label={dashboard.removed}>
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
      <strong lang="ms">{business.businessName}</strong> {dashboard.removedBy}{' '}
      {dateText(business.removedAt)}. {dashboard.removedHint}
    </>
  );
}
