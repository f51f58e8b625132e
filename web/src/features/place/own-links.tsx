import type { BusinessWithoutStats, OwnBusinessResponse } from '@directory/api/contracts';
import { useResource } from '../../shared/resource/use-resource.ts';
import type { Session } from '../../shared/session/session.ts';
import { QuietLink } from '../../shared/ui/controls.tsx';

type OwnLinksProps = {
  readonly place: Pick<BusinessWithoutStats, 'id'>;
  readonly session: Session;
};

/** What the owner and admins can do with the listing. */
export function OwnLinks({ place: { id }, session }: OwnLinksProps) {
  if (session.role === 'user') return <EditLink id={id} ownerId={session.user.id} />;
  return (
    <p>
      <QuietLink to={`/adminDashboard/history/${id}`}>History and review</QuietLink>
    </p>
  );
}

function EditLink({ id, ownerId }: { readonly id: string; readonly ownerId: string }) {
  const path = `/api/businesses/userbusinesses/${encodeURIComponent(ownerId)}`;
  const { data: own } = useResource<readonly OwnBusinessResponse[]>(path);
  if (!own?.some((business) => business.id === id)) return null;
  return (
    <p>
      <QuietLink to={`/my-businesses/${id}`}>Edit this listing</QuietLink>
    </p>
  );
}
