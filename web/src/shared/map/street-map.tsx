import type { Coordinates } from '@directory/domain/search';
import { Browser, divIcon, type LatLngTuple, type Map as LeafletMap } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import {
  MapContainer,
  type MapContainerProps,
  Marker,
  Polyline,
  TileLayer,
  useMap,
} from 'react-leaflet';
import styles from './place-map.module.css';

export type Tiles = {
  /** Null where no tile service is configured: the background is then plain. */
  readonly tileUrl: string | null;
  readonly onTileLoad: () => void;
  readonly onTileError: () => void;
};

type StreetMapProps = MapContainerProps & {
  readonly ref?: Ref<LeafletMap>;
  readonly tiles: Tiles;
  readonly children: ReactNode;
};

/** On touch devices one finger scrolls the page, and two move the map. */
const oneFingerMoves = !Browser.mobile;

/** What all maps share. Only code that is fetched later may import it: Leaflet needs `window` when it is loaded, and is half as large as all the rest. */
export function StreetMap({ tiles, children, ...options }: StreetMapProps) {
  const { tileUrl, onTileLoad, onTileError } = tiles;
  return (
    <MapContainer
      className={styles.map ?? ''}
      attributionControl={false}
      dragging={oneFingerMoves}
      {...options}
    >
      <Keys />
      <TwoFingerHint />
      {tileUrl !== null && (
        <TileLayer
          url={tileUrl}
          maxZoom={19}
          eventHandlers={{ tileerror: onTileError, tileload: onTileLoad }}
        />
      )}
      {children}
    </MapContainer>
  );
}

/** Says what can be done with the keys while the map has the focus, for those who do not see that it is a map. */
function Keys() {
  const map = useMap();
  useEffect(() => {
    map.getContainer().setAttribute('role', 'group');
    map.getContainer().setAttribute('aria-label', 'Map. Arrow keys move it, plus and minus zoom.');
  }, [map]);
  return null;
}

const shownFor = 1_500;

/** Shows what to do while one finger tries to move the map. */
function TwoFingerHint() {
  const map = useMap();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (oneFingerMoves) return;
    const container = map.getContainer();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleMove = ({ touches, target }: TouchEvent) => {
      // One finger does move a pin that can be dragged.
      if (target instanceof Element && target.closest('.leaflet-marker-draggable')) return;
      setShown(touches.length === 1);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(false), shownFor);
    };
    container.addEventListener('touchmove', handleMove, { passive: true });
    return () => {
      clearTimeout(timer);
      container.removeEventListener('touchmove', handleMove);
    };
  }, [map]);
  return isShown && <p className={styles.hint}>Use two fingers to move the map</p>;
}

/** The pin of every map. The bundler breaks the addresses of Leaflet's own image. */
export function mapPin(className: string | undefined) {
  return divIcon({
    className: className ?? '',
    html: '<svg viewBox="0 0 36 48" width="36" height="48" aria-hidden="true"><path d="M18 47C8 34 2 26 2 17.5a16 16 0 0 1 32 0C34 26 28 34 18 47z"/><circle cx="18" cy="17.5" r="6"/></svg>',
    iconSize: [36, 48],
    iconAnchor: [18, 47],
  });
}

export type PlaceMapProps = Coordinates & {
  readonly name: string;
  /** Where the pin was before it was moved, which the map then shows, too. */
  readonly former?: Coordinates | undefined;
  readonly tiles: Tiles;
};

const zoom = 15;

const marker = mapPin(styles.marker);
const formerMarker = mapPin(styles.formerMarker);

export function PlaceMap({ latitude, longitude, name, former, tiles }: PlaceMapProps) {
  const here: LatLngTuple = [latitude, longitude];
  return (
    <section className={styles.frame} aria-label={`Map showing ${name}`}>
      <StreetMap tiles={tiles} {...extentOf(here, former)} scrollWheelZoom>
        {former && <Former former={former} here={here} />}
        <Marker position={here} icon={marker} title={name} keyboard={false} />
      </StreetMap>
    </section>
  );
}

/** Both pins in view and beside the buttons of the map, however far apart they are. */
function extentOf(here: LatLngTuple, former: Coordinates | undefined): MapContainerProps {
  if (!former) return { center: here, zoom };
  return {
    bounds: [here, [former.latitude, former.longitude]],
    boundsOptions: { paddingTopLeft: [80, 56], paddingBottomRight: [24, 8], maxZoom: 17 },
  };
}

type FormerProps = { readonly former: Coordinates; readonly here: LatLngTuple };

function Former({ former: { latitude, longitude }, here }: FormerProps) {
  const there: LatLngTuple = [latitude, longitude];
  return (
    <>
      <Polyline positions={[there, here]} className={styles.way ?? ''} interactive={false} />
      <Marker position={there} icon={formerMarker} title="Earlier location" keyboard={false} />
    </>
  );
}
