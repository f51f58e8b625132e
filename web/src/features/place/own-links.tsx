import type { BusinessWithoutStats, OwnBusinessResponse } from '@directory/api/contracts';
import { Link } from '../../shared/navigation/router.tsx';
import { useResource } from '../../shared/resource/use-resource.ts';
import type { Session } from '../../shared/session/session.ts';
import ui from '../../shared/ui/ui.module.css';

type OwnLinksProps = {
  readonly place: Pick<BusinessWithoutStats, 'id'>;
  readonly session: Session;
};

/** What the owner and admins can do with the listing. */
export function OwnLinks({ place: { id }, session }: OwnLinksProps) {
  if (session.role === 'user') return <EditLink id={id} ownerId={session.user.id} />;
  return (
    <p>
      <Link className={ui.quiet} to={`/adminDashboard/history/${id}`}>
        History and review
      </Link>
    </p>
  );
}

function EditLink({ id, ownerId }: { readonly id: string; readonly ownerId: string }) {
  const path = `/api/businesses/userbusinesses/${encodeURIComponent(ownerId)}`;
  const { data: own } = useResource<readonly OwnBusinessResponse[]>(path);
  if (!own?.some((business) => business.id === id)) return null;
  return (
    <p>
      <Link className={ui.quiet} to={`/my-businesses/${id}`}>
        Edit this listing
      </Link>
    </p>
  );
}
