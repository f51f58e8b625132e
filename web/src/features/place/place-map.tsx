import { divIcon } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { MapContainer, Marker, TileLayer } from 'react-leaflet';
import styles from './place-map.module.css';

export type PlaceMapProps = {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly label: string;
  /** Null where no tile service is set: the marker then stands on plain ground. */
  readonly tileUrl: string | null;
  readonly onTileError: () => void;
  readonly onTileLoad: () => void;
};

const zoom = 15;

/** Leaflet's own marker image does not survive the bundler, and ours follows the colours of the page. */
const marker = divIcon({
  className: styles.marker ?? '',
  html: '<svg viewBox="0 0 36 48" width="36" height="48" aria-hidden="true"><path d="M18 47C8 34 2 26 2 17.5a16 16 0 0 1 32 0C34 26 28 34 18 47z"/><circle cx="18" cy="17.5" r="6"/></svg>',
  iconSize: [36, 48],
  iconAnchor: [18, 47],
});

/** In a module of its own: Leaflet touches `window` when it is loaded, and is as heavy as half of the rest. */
export function PlaceMap({ latitude, longitude, name, label, ...tiles }: PlaceMapProps) {
  const { tileUrl, onTileError, onTileLoad } = tiles;
  return (
    <section className={styles.frame} aria-label={label}>
      <MapContainer
        className={styles.map ?? ''}
        center={[latitude, longitude]}
        zoom={zoom}
        scrollWheelZoom
        attributionControl={false}
      >
        {tileUrl !== null && (
          <TileLayer
            url={tileUrl}
            maxZoom={19}
            eventHandlers={{ tileerror: onTileError, tileload: onTileLoad }}
          />
        )}
        <Marker position={[latitude, longitude]} icon={marker} title={name} alt={name} />
      </MapContainer>
    </section>
  );
}
