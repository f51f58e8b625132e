import type { BusinessResponse } from '@directory/api/contracts';
import { lazy, Suspense, useState } from 'react';
import { openStreetMapCopyright } from '../../shared/place/licence.ts';
import { useSite } from '../../shared/site/use-site.ts';
import { usePlaceTexts } from '../../shared/texts/place-texts.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { mapLink } from './contact-links.ts';
import styles from './location-section.module.css';
import { reportClick } from './report-click.ts';
import { useNearby } from './use-on-screen.ts';

const PlaceMap = lazy(async () => ({ default: (await import('./place-map.tsx')).PlaceMap }));

type Located = Pick<BusinessResponse, 'id' | 'businessName' | 'address' | 'latitude' | 'longitude'>;

/** Where the place is: as a map, and in words for whom or when a map is of no use. */
export function LocationSection({ place }: { readonly place: Located }) {
  const texts = usePlaceTexts();
  const { address, latitude, longitude } = place;
  const located = latitude !== null && longitude !== null;
  return (
    <section className={styles.section}>
      <h2>{texts.place.location}</h2>
      {located ? (
        <MapFrame latitude={latitude} longitude={longitude} name={place.businessName} />
      ) : (
        <p className={styles.none}>{texts.place.noLocation}</p>
      )}
      <div className={styles.words}>
        {address && <address lang="ms">{address}</address>}
        {located && (
          <p className={styles.point}>
            {texts.place.coordinates}: {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </p>
        )}
        {located && (
          <a
            className={ui.quiet}
            href={mapLink(latitude, longitude)}
            target="_blank"
            rel="noopener nofollow ugc"
            onClick={() => {
              reportClick(place.id, 'directions');
            }}
          >
            <Icon name="directions" />
            <span>
              {texts.place.openInMaps}
              <span className={ui.hidden}> {texts.contact.newTab}</span>
            </span>
          </a>
        )}
      </div>
    </section>
  );
}

type MapFrameProps = {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
};

function MapFrame({ latitude, longitude, name }: MapFrameProps) {
  const { place } = usePlaceTexts();
  const map = useSite()?.map;
  const [frame, nearby] = useNearby<HTMLDivElement>();
  const [tiles, setTiles] = useState<'awaited' | 'shown' | 'away'>('awaited');
  const away = tiles === 'away' || map?.tileUrl === null;
  return (
    <div>
      <div ref={frame} className={styles.map}>
        {nearby && map && (
          <Suspense fallback={<p className={styles.waiting}>{place.mapLoading}</p>}>
            <PlaceMap
              latitude={latitude}
              longitude={longitude}
              name={name}
              label={place.mapLabel(name)}
              tileUrl={map.tileUrl}
              onTileLoad={() => {
                setTiles('shown');
              }}
              onTileError={() => {
                setTiles((before) => (before === 'shown' ? before : 'away'));
              }}
            />
          </Suspense>
        )}
      </div>
      <p role="status" className={styles.away}>
        {away && place.mapAway}
      </p>
      {map && !away && <MapCredit attribution={map.attribution} />}
    </div>
  );
}

function MapCredit({ attribution }: { readonly attribution: string }) {
  const { place } = usePlaceTexts();
  if (!attribution.includes('OpenStreetMap')) return <p className={styles.credit}>{attribution}</p>;
  return (
    <p className={styles.credit}>
      <a href={openStreetMapCopyright}>{attribution}</a>
      <a href="https://www.openstreetmap.org/fixthemap">{place.reportMap}</a>
    </p>
  );
}
