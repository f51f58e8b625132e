import type { LatLngTuple } from 'leaflet';
import { type MapContainerProps, Marker, Polyline } from 'react-leaflet';
import { mapPin, StreetMap, type Tiles } from './street-map.tsx';
import styles from './place-map.module.css';

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
  readonly tiles: Tiles;
};

const zoom = 15;

const marker = mapPin(styles.marker);
const formerMarker = mapPin(styles.formerMarker);

export function PlaceMap({ latitude, longitude, name, label, former, tiles }: PlaceMapProps) {
  const here: LatLngTuple = [latitude, longitude];
  return (
    <section className={styles.frame} aria-label={label}>
      <StreetMap tiles={tiles} {...extentOf(here, former)} scrollWheelZoom>
        {former && <Former former={former} here={here} />}
        <Marker position={here} icon={marker} title={name} alt={name} />
      </StreetMap>
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
