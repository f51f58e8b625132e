import type { LeafletMouseEvent, Marker as LeafletMarker } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'react';
import { MapContainer, Marker, TileLayer, useMap, useMapEvents } from 'react-leaflet';
import { nudged, type Point } from './geocoding.ts';
import styles from '../map/place-map.module.css';
import { mapPin } from '../map/place-map.tsx';
import { oneFingerMoves, TwoFingerHint } from '../map/two-finger-hint.tsx';

export type PinMapProps = {
  readonly centre: Point;
  readonly pin: Point | null;
  readonly label: string;
  /** Null if no tile service is configured: the map then has a plain background. */
  readonly tileUrl: string | null;
  readonly onPin: (point: Point) => void;
  readonly onTileLoad: () => void;
  readonly onTileError: () => void;
  /** Whether the pin takes the focus when it appears, for keyboard users who have just placed it. */
  readonly takesFocus: boolean;
  readonly onFocused: () => void;
};

const zoom = 15;

const icon = mapPin(styles.marker);

/** In its own module, as Leaflet is heavy and accesses `window` on import. */
export function PinMap({ centre, tileUrl, onTileLoad, onTileError, ...pinned }: PinMapProps) {
  const { pin, onPin } = pinned;
  const start = pin ?? centre;
  return (
    <div className={styles.pinFrame}>
      <MapContainer
        className={`${styles.map} ${styles.crosshair}`}
        center={[start.latitude, start.longitude]}
        zoom={zoom}
        scrollWheelZoom={false}
        attributionControl={false}
        dragging={oneFingerMoves}
      >
        <TwoFingerHint />
        {tileUrl !== null && (
          <TileLayer
            url={tileUrl}
            maxZoom={19}
            eventHandlers={{ tileload: onTileLoad, tileerror: onTileError }}
          />
        )}
        <Clicks onPin={onPin} />
        {pin && <Pin {...pinned} pin={pin} />}
        {pin && <Follow pin={pin} />}
      </MapContainer>
    </div>
  );
}

function Clicks({ onPin }: Pick<PinMapProps, 'onPin'>) {
  useMapEvents({
    click: ({ latlng }: LeafletMouseEvent) =>
      onPin({ latitude: latlng.lat, longitude: latlng.wrap().lng }),
  });
  return null;
}

type PinProps = Pick<PinMapProps, 'label' | 'onPin' | 'takesFocus' | 'onFocused'> & {
  readonly pin: Point;
};

function Pin({ pin, label, onPin, takesFocus, onFocused }: PinProps) {
  const marker = useRef<LeafletMarker>(null);
  useEffect(() => {
    if (!takesFocus) return;
    marker.current?.getElement()?.focus();
    onFocused();
  }, [takesFocus, onFocused]);
  useEffect(() => {
    const element = marker.current?.getElement();
    const handleKey = (event: KeyboardEvent) => {
      const moved = nudged(pin, event.key, event.shiftKey);
      if (!moved) return;
      event.preventDefault();
      event.stopPropagation();
      onPin(moved);
    };
    element?.addEventListener('keydown', handleKey);
    return () => element?.removeEventListener('keydown', handleKey);
  }, [pin, onPin]);
  return (
    <Marker
      ref={marker}
      position={[pin.latitude, pin.longitude]}
      icon={icon}
      draggable
      title={label}
      alt={label}
      eventHandlers={{
        dragend: () => {
          const { lat, lng } = marker.current?.getLatLng().wrap() ?? {};
          if (lat !== undefined && lng !== undefined) onPin({ latitude: lat, longitude: lng });
        },
      }}
    />
  );
}

/** Pans to a pin outside of the visible area, such as one placed by a search. */
function Follow({ pin: { latitude, longitude } }: { readonly pin: Point }) {
  const map = useMap();
  useEffect(() => {
    if (!map.getBounds().pad(-0.1).contains([latitude, longitude]))
      map.setView([latitude, longitude], map.getZoom(), { animate: false });
  }, [map, latitude, longitude]);
  return null;
}
