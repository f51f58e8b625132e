import type { PublicVersionResponse } from '@directory/api/contracts';
import { useParams, useQuery } from '../../shared/navigation/router.tsx';
import { queryOf } from '../../shared/navigation/query.ts';
import { RequestFailed } from '../../shared/api/request-json.ts';
import { isRevision } from '../../shared/listing/use-history.ts';
import { useDateText } from '../../shared/listing/site-time.ts';
import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { useResource } from '../../shared/resource/use-resource.ts';
import { useSession } from '../../shared/session/session.ts';
import { LineLink } from '../../shared/ui/controls.tsx';
import { LoadState } from '../../shared/ui/loading.tsx';
import ui from '../../shared/ui/ui.module.css';
import { PlaceDetails } from './place-details.tsx';
import styles from './place.module.css';
import { number } from '../../texts/count.ts';

const title = 'Earlier version of a page';

/** A place as visitors saw it at a time, for its owner and admins. */
export function PastPlacePage() {
  const { id = '' } = useParams();
  const at = useQuery().get('at') ?? '';
  const path = `/api/businesses/${encodeURIComponent(id)}/public-version${queryOf({ at })}`;
  const version = useResource<PublicVersionResponse>(path);
  const { data, error } = version;
  const problem = problemOf(at, error);
  const shown = problem ? null : data;
  const place = shown?.business;
  usePageTitle(place ? `${place.businessName}: earlier version` : title);
  return (
    <>
      <meta name="robots" content="noindex" />
      <div className={`${ui.page} ${ui.stack} ${styles.past}`}>
        {!place && <PageHeading className={ui.title}>{title}</PageHeading>}
        {problem ? (
          <p className={ui.alert}>{problem}</p>
        ) : (
          <LoadState
            resource={version}
            failed="Couldn't load the earlier version."
            loading="Loading..."
          />
        )}
        {shown && <Banner id={id} at={at} version={shown} />}
      </div>
      {place && <PlaceDetails key={`${id} ${at}`} place={place} at={momentOf(at, shown.time)} />}
    </>
  );
}

/** How far ahead a time may be: the directory as of today links to the end of today. */
const maxAheadMs = 24 * 3_600_000;

/** Why there is no such page; null where there is one, or the request may be repeated. */
function problemOf(at: string, error: unknown): string | null {
  if (!isRevision(at) && Date.parse(at) > Date.now() + maxAheadMs)
    return 'The time you chose is in the future.';
  const status = error instanceof RequestFailed ? error.status : null;
  if (status === 401 || status === 403)
    return 'Only the owner of a listing and administrators can see earlier versions of its page.';
  return status !== null && status < 500 ? 'There is no listing or no date at this address.' : null;
}

/** When the place looked like this: the time that was asked for, or that of the last event for a revision and for now. */
function timeOf(at: string, lastEvent: string | null): string {
  return at === '' || isRevision(at) ? (lastEvent ?? '') : at;
}

function momentOf(at: string, lastEvent: string | null): Date {
  return new Date(Math.min(Date.parse(timeOf(at, lastEvent)), Date.now()));
}

type BannerProps = {
  readonly id: string;
  /** A time, a revision, or empty for now. */
  readonly at: string;
  readonly version: PublicVersionResponse;
};

function Banner({ id, at, version: { business, time } }: BannerProps) {
  const dateText = useDateText();
  const isAdmin = useSession()?.role === 'admin';
  const when = timeOf(at, time);
  // Owners see no numbers of events.
  const moment =
    isAdmin && isRevision(at) ? `after event ${number.format(Number(at))}` : `on ${dateText(when)}`;
  return (
    <div role="note" className={`${ui.notice} ${ui.row} ${ui.spread}`}>
      <p>
        {business
          ? `This is the page as visitors saw it ${moment}.`
          : `Visitors couldn't see this listing ${moment}.`}
      </p>
      <p className={ui.row}>
        {isAdmin ? (
          <LineLink to={`/adminDashboard/history/${id}${queryOf({ at })}`}>History</LineLink>
        ) : (
          <LineLink to={`/my-businesses/${id}`}>My business</LineLink>
        )}
        <LineLink to={`/places/${id}`}>Current page</LineLink>
      </p>
    </div>
  );
}
