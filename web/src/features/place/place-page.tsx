import type { BusinessDetailResponse, BusinessWithoutStats } from '@directory/api/contracts';
import { isObject } from '@directory/domain/shared/unknown';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from '../../shared/navigation/router.tsx';
import { isOffline } from '../../shared/api/request-json.ts';
import type { LinkState } from '../../shared/navigation/link-state.ts';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { useResource } from '../../shared/resource/use-resource.ts';
import { useSessionStore } from '../../shared/session/session.ts';
import ui from '../../shared/ui/ui.module.css';
import { siteTexts } from '../../texts/site-texts.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { PlaceDetails } from './place-details.tsx';
import styles from './place.module.css';
import { useVisit } from './traffic.ts';

export function PlacePage() {
  const { id = '' } = useParams();
  return <Place key={id} id={id} />;
}

/** Shows the place that the state of the link holds at once, and fetches it again. */
function Place({ id }: { readonly id: string }) {
  const location = useLocation();
  const path = `/api/businesses/${encodeURIComponent(id)}`;
  const { data, error } = useResource<BusinessDetailResponse>(path);
  const place = data ?? placeFromState(location.state, id);
  useVisit(id);
  useRedirectHome(error !== undefined);
  usePageTitle(place?.businessName ?? texts.place.loading);
  if (place) return <PlaceDetails place={place} />;
  return (
    <p role="status" className={`${ui.loading} ${styles.loading}`}>
      {texts.place.loading}
    </p>
  );
}

function useRedirectHome(gone: boolean): void {
  const navigate = useNavigate();
  const sessions = useSessionStore();
  // Read directly: during hydration the hook has no session yet.
  const [first] = useState(sessions.read);
  useEffect(() => {
    // A request without the expired session is answered 404; then the layout redirects.
    const hasExpired = first !== null && sessions.hasExpired();
    if (!gone || hasExpired) return;
    const notice = isOffline() ? siteTexts.load.offline : 'That place is no longer available';
    navigate('/', { replace: true, state: { notice } satisfies LinkState });
  }, [gone, first, sessions, navigate]);
}

/** The place in the state of the link to this page; null if there is none with this id. */
export function placeFromState(state: unknown, id: string): BusinessWithoutStats | null {
  if (!isObject(state) || !isPlace(state['place'])) return null;
  return state['place'].id === id ? state['place'] : null;
}

/** The history of a tab may hold a state of an older release, so the required fields are checked. */
function isPlace(value: unknown): value is BusinessWithoutStats {
  return (
    isObject(value) &&
    typeof value['id'] === 'string' &&
    typeof value['businessName'] === 'string' &&
    typeof value['businessInfo'] === 'string' &&
    Array.isArray(value['facilities'])
  );
}
