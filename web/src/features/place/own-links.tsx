import type { BusinessWithoutStats, OwnBusinessResponse } from '@directory/api/contracts';
import { useResource } from '../../shared/resource/use-resource.ts';
import type { Session } from '../../shared/session/session.ts';
import { QuietLink } from '../../shared/ui/controls.tsx';

type OwnLinksProps = {
  readonly place: Pick<BusinessWithoutStats, 'id'>;
  readonly session: Session;
};

/** What the owner and admins can do with the listing. */
export function OwnLinks({ place: { id }, session: { role, user } }: OwnLinksProps) {
  const isAdmin = role === 'admin';
  const path = `/api/businesses/userbusinesses/${encodeURIComponent(user.id)}`;
  const { data: own } = useResource<readonly OwnBusinessResponse[]>(path, !isAdmin);
  if (!isAdmin && !own?.some((business) => business.id === id)) return null;
  return (
    <p>
      {isAdmin ? (
        <QuietLink to={`/adminDashboard/history/${id}`}>History and review</QuietLink>
      ) : (
        <QuietLink to={`/my-businesses/${id}`}>Edit this listing</QuietLink>
      )}
    </p>
  );
}
