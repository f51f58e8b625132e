import type { Coordinates } from '@directory/domain/search';
import type { LeafletMouseEvent, Marker as LeafletMarker } from 'leaflet';
import { type RefObject, useEffect, useRef } from 'react';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import { nudged } from './geocoding.ts';
import { mapPin, StreetMap, type Tiles } from '../map/street-map.tsx';
import styles from '../map/place-map.module.css';

export type PinMapProps = {
  readonly centre: Coordinates;
  readonly pin: Coordinates | null;
  readonly onPin: (point: Coordinates) => void;
  readonly tiles: Tiles;
  /** Whether the pin takes the focus when it appears, for keyboard users who have just placed it. */
  readonly focusRef: RefObject<boolean>;
};

const zoom = 15;

const icon = mapPin(styles.marker);

export function PinMap({ centre, tiles, ...pinned }: PinMapProps) {
  const { pin, onPin } = pinned;
  const start = pin ?? centre;
  return (
    <div className={styles.pinFrame}>
      <StreetMap
        className={`${styles.map} ${styles.crosshair}`}
        tiles={tiles}
        center={[start.latitude, start.longitude]}
        zoom={zoom}
        scrollWheelZoom={false}
      >
        <Clicks onPin={onPin} />
        {pin && <Pin {...pinned} pin={pin} />}
        {pin && <Follow pin={pin} />}
      </StreetMap>
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

type PinProps = Pick<PinMapProps, 'onPin' | 'focusRef'> & { readonly pin: Coordinates };

const label = 'Your business. Use the arrow keys to move this pin.';

function Pin({ pin, onPin, focusRef }: PinProps) {
  const marker = useRef<LeafletMarker>(null);
  useEffect(() => {
    if (focusRef.current) marker.current?.getElement()?.focus();
    focusRef.current = false;
  }, [focusRef]);
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
        keydown: ({ originalEvent }) => {
          const moved = nudged(pin, originalEvent.key, originalEvent.shiftKey);
          if (!moved) return;
          originalEvent.preventDefault();
          originalEvent.stopPropagation();
          onPin(moved);
        },
      }}
    />
  );
}

/** Pans to a pin outside of the visible area, such as one placed by a search. */
function Follow({ pin: { latitude, longitude } }: { readonly pin: Coordinates }) {
  const map = useMap();
  useEffect(() => {
    if (!map.getBounds().pad(-0.1).contains([latitude, longitude]))
      map.setView([latitude, longitude], map.getZoom(), { animate: false });
  }, [map, latitude, longitude]);
  return null;
}
