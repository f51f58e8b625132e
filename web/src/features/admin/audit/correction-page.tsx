import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import type { LinkState } from '../../../shared/navigation/link-state.ts';
import {
  isInAddressBar,
  Link,
  useLocation,
  useNavigate,
  useParams,
} from '../../../shared/navigation/router.tsx';
import { EditForm } from '../../../shared/listing-form/edit-form.tsx';
import { useResource, useSetQueryData } from '../../../shared/resource/use-resource.ts';
import { audit } from '../../../texts/admin-review-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import admin from '../admin.module.css';
import { AdminFrame, AskedLoadState } from '../frame/admin-frame.tsx';

/** The edit form for open data, which has no owner who could edit it. */
export function CorrectionPage() {
  const { id = '' } = useParams();
  const path = `/api/businesses/${encodeURIComponent(id)}`;
  const business = useResource<OwnBusinessDetailResponse>(path);
  const learn = useSetQueryData(path);
  const navigate = useNavigate();
  const location = useLocation();
  const history = `/adminDashboard/history/${id}`;
  const { data } = business;
  const isOwned = data !== undefined && data.user_id !== null;
  /** Late, it does not leave a page that was opened meanwhile. */
  const finish = (notice: string) => {
    const state: LinkState = { notice };
    if (isInAddressBar(location)) navigate(history, { state });
  };
  return (
    <AdminFrame title={audit.correct}>
      {data && !isOwned ? (
        <EditForm
          business={data}
          isCorrection
          onCancel={() => navigate(history)}
          onEnded={() => finish('Your changes were saved or discarded in another tab.')}
          onSaved={(saved) => {
            learn(saved);
            finish('Correction saved.');
          }}
        />
      ) : (
        <div className={`${ui.stack} ${admin.page}`}>
          <PageHeading className={ui.title}>{audit.correct}</PageHeading>
          <AskedLoadState resource={business} failed="Couldn't load the business." />
          {isOwned && (
            <p className={ui.alert}>
              This business has an owner, who edits it.{' '}
              <Link to={history}>Back to its history</Link>
            </p>
          )}
        </div>
      )}
    </AdminFrame>
  );
}
