import { divIcon, type LatLngTuple } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { MapContainer, Marker, Polyline, TileLayer, type MapContainerProps } from 'react-leaflet';
import styles from './place-map.module.css';
import { oneFingerMoves, TwoFingerHint } from './two-finger-hint.tsx';

/** Where the pin of a place was before it was moved. */
export type FormerPin = {
  readonly latitude: number;
  readonly longitude: number;
  readonly label: string;
};

type PlaceMapProps = {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly label: string;
  readonly former: FormerPin | null;
  /** Null where no tile service is configured: the marker is then on a plain background. */
  readonly tileUrl: string | null;
  readonly onTileError: () => void;
  readonly onTileLoad: () => void;
};

const zoom = 15;

const marker = mapPin(styles.marker);
const formerMarker = mapPin(styles.formerMarker);

/** The marker of every map. The bundler breaks the addresses of Leaflet's own image. */
export function mapPin(className: string | undefined) {
  return divIcon({
    className: className ?? '',
    html: '<svg viewBox="0 0 36 48" width="36" height="48" aria-hidden="true"><path d="M18 47C8 34 2 26 2 17.5a16 16 0 0 1 32 0C34 26 28 34 18 47z"/><circle cx="18" cy="17.5" r="6"/></svg>',
    iconSize: [36, 48],
    iconAnchor: [18, 47],
  });
}

/** A module of its own: Leaflet accesses `window` when it is loaded, and is half as large as all the rest. */
export function PlaceMap({ latitude, longitude, name, label, former, ...tiles }: PlaceMapProps) {
  const { tileUrl, onTileError, onTileLoad } = tiles;
  const here: LatLngTuple = [latitude, longitude];
  return (
    <section className={styles.frame} aria-label={label}>
      <MapContainer
        className={styles.map ?? ''}
        {...extentOf(here, former)}
        scrollWheelZoom
        attributionControl={false}
        dragging={oneFingerMoves}
      >
        <TwoFingerHint />
        {tileUrl !== null && (
          <TileLayer
            url={tileUrl}
            maxZoom={19}
            eventHandlers={{ tileerror: onTileError, tileload: onTileLoad }}
          />
        )}
        {former && <Former former={former} here={here} />}
        <Marker position={here} icon={marker} title={name} alt={name} />
      </MapContainer>
    </section>
  );
}

/** Both pins in view, however far apart they are. */
function extentOf(here: LatLngTuple, former: FormerPin | null): MapContainerProps {
  if (former === null) return { center: here, zoom };
  return {
    bounds: [here, [former.latitude, former.longitude]],
    boundsOptions: { padding: [56, 56], maxZoom: 17 },
  };
}

type FormerProps = { readonly former: FormerPin; readonly here: LatLngTuple };

function Former({ former: { latitude, longitude, label }, here }: FormerProps) {
  const there: LatLngTuple = [latitude, longitude];
  return (
    <>
      <Polyline positions={[there, here]} className={styles.way ?? ''} interactive={false} />
      <Marker position={there} icon={formerMarker} title={label} alt={label} />
    </>
  );
}
