import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { placeGoneState } from '../../shared/navigation/link-state.ts';
import { usePageTitle } from '../../shared/navigation/use-page-title.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { PlaceDetails } from './place-details.tsx';
import styles from './place-page.module.css';
import { placeFromState, usePlace } from './use-place.ts';
import { useVisit } from './use-visit.ts';

/** One place. */
export function PlacePage() {
  const { id = '' } = useParams();
  return <Place key={id} id={id} />;
}

/** Shows what the link passed along at once, and fetches it all the same. */
function Place({ id }: { readonly id: string }) {
  const location = useLocation();
  const { data, error } = usePlace(id);
  const place = data ?? placeFromState(location.state, id);
  useVisit(id);
  useRedirectHome(error !== undefined);
  usePageTitle(place?.businessName ?? texts.place.loading);
  if (place) return <PlaceDetails place={place} />;
  return (
    <p role="status" className={styles.loading}>
      {texts.place.loading}
    </p>
  );
}

function useRedirectHome(gone: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (gone) void navigate('/', { replace: true, state: placeGoneState });
  }, [gone, navigate]);
}
