import { useState } from 'react';
import { siteTexts } from '../../texts/site-texts.ts';
import { openStreetMapCopyright } from '../place/place-parts.tsx';
import { useSiteSettings } from '../resource/use-resource.ts';
import { lazyComponent, LazyPart, LoadState } from '../ui/loading.tsx';
import { useNearby } from '../ui/viewport.ts';
import ui from '../ui/ui.module.css';
import styles from './map-frame.module.css';
import type { PlaceMapProps } from './street-map.tsx';

const PlaceMap = lazyComponent(async () => (await import('./street-map.tsx')).PlaceMap);

/** A map with one place and the map's credit, loaded when it is nearly scrolled to. */
export function MapFrame(place: Omit<PlaceMapProps, 'tiles'>) {
  const { site, map, tiles } = useSiteMap();
  const [frame, nearby] = useNearby<HTMLDivElement>();
  return (
    <div className={ui.scripted}>
      <div ref={frame} className={styles.map}>
        {nearby && <LoadState resource={site} failed={siteTexts.load.partFailed} />}
        {nearby && map && (
          <LazyPart loading={<p className={ui.loading}>Loading the map…</p>}>
            <PlaceMap {...place} tiles={tiles} />
          </LazyPart>
        )}
      </div>
      <p role="status" className={`${ui.note} ${styles.unavailable}`}>
        {tiles.areUnavailable &&
          (tiles.tileUrl === null ? 'This map shows no streets.' : "The map couldn't be loaded.")}
      </p>
      {map && !tiles.areUnavailable && <MapCredit attribution={map.attribution} />}
    </div>
  );
}

/** What the site's settings say about maps; the tiles, and whether there are none: none are configured, or none could be loaded. */
export function useSiteMap() {
  const site = useSiteSettings();
  const map = site.data?.map;
  const [state, setState] = useState<'pending' | 'shown' | 'failed'>('pending');
  const tiles = {
    tileUrl: map?.tileUrl ?? null,
    areUnavailable: state === 'failed' || map?.tileUrl === null,
    onTileLoad: () => setState('shown'),
    onTileError: () => setState((before) => (before === 'shown' ? before : 'failed')),
  };
  return { site, map, tiles };
}

export function MapCredit({ attribution }: { readonly attribution: string }) {
  if (!attribution.includes('OpenStreetMap')) return <p className={styles.credit}>{attribution}</p>;
  return (
    <p className={`${ui.row} ${ui.spread} ${styles.credit}`}>
      <a href={openStreetMapCopyright}>{attribution}</a>
      <a href="https://www.openstreetmap.org/fixthemap">Report a map issue</a>
    </p>
  );
}
