import type { BusinessWithoutStats } from '@directory/api/contracts';
import type { MainCategory } from '@directory/domain/catalogue';
import {
  divIcon,
  type LeafletEvent,
  type LeafletEventHandlerFnMap,
  type Map as LeafletMap,
  Marker as Pin,
} from 'leaflet';
import { memo, useCallback, useMemo, useState } from 'react';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import { categoryClass, categorySign } from '../../../shared/drawing/drawings.tsx';
import {
  type ClusterMark,
  clusterPlaces,
  deepestZoom,
  type PlaceMark,
  boundsOf,
  prefersReducedMotion,
} from './clusters.ts';
import { count as countText, number } from '../../../texts/count.ts';
import styles from './results-map.module.css';

type Place = BusinessWithoutStats;
/** `giveBackFocus` focuses the pin again or, where it has gone into a cluster, the map. */
type OnChoose = (ids: readonly string[], giveBackFocus: () => void) => void;
type OnPress = (places: readonly Place[], pin: Pin) => void;

export type MarksProps = {
  readonly places: readonly Place[];
  /** The places to point out, on their own or in their cluster. */
  readonly highlighted: readonly string[];
  readonly onHighlight: (id: string | null) => void;
  readonly onChoose: OnChoose;
};

/** The pins and clusters of what is in sight, placed again after each move. */
export function Marks({ places, highlighted, onHighlight, onChoose }: MarksProps) {
  const map = useMap();
  const [view, setView] = useState(() => viewOf(map));
  useMapEvents({
    moveend: () => setView(viewOf(map)),
  });
  const clusters = useMemo(() => clusterPlaces(places), [places]);
  const marks = useMemo(() => clusters(view.area, view.zoom), [clusters, view]);
  const choose = useCallback<OnPress>(
    (pressed, pin) => {
      onChoose(
        pressed.map(({ id }) => id),
        () => (pin.getElement() ?? map.getContainer()).focus({ preventScroll: true }),
      );
      showClearly(map, pin);
    },
    [map, onChoose],
  );
  const isHighlighted = ({ id }: Place) => highlighted.includes(id);
  return marks.map((mark) =>
    'place' in mark ? (
      <PlacePin
        key={mark.key}
        mark={mark}
        isHighlighted={isHighlighted(mark.place)}
        onHighlight={onHighlight}
        onPress={choose}
      />
    ) : (
      <ClusterPin
        key={mark.key}
        mark={mark}
        isHighlighted={highlighted.length > 0 && mark.places().some(isHighlighted)}
        onPress={choose}
      />
    ),
  );
}

type PinProps<Mark> = {
  readonly mark: Mark;
  readonly isHighlighted: boolean;
  readonly onPress: OnPress;
};

type PlacePinProps = PinProps<PlaceMark> & Pick<MarksProps, 'onHighlight'>;

const PlacePin = memo(function PlacePin(props: PlacePinProps) {
  const { mark, isHighlighted, onHighlight, onPress } = props;
  const { id, businessName, businessInfo, subCategory } = mark.place;
  const icon = useMemo(() => placeIcon(businessInfo, isHighlighted), [businessInfo, isHighlighted]);
  return (
    <Marker
      position={[mark.latitude, mark.longitude]}
      icon={icon}
      title={`${businessName}, ${subCategory ?? businessInfo}`}
      zIndexOffset={isHighlighted ? 1000 : 0}
      eventHandlers={{
        ...activation((pin) => onPress([mark.place], pin)),
        mouseover: () => onHighlight(id),
        mouseout: () => onHighlight(null),
      }}
    />
  );
});

/** A press zooms in until the cluster falls apart; one that never does has its places chosen together. */
const ClusterPin = memo(function ClusterPin(props: PinProps<ClusterMark>) {
  const { mark, isHighlighted, onPress } = props;
  const map = useMap();
  const { latitude, longitude, count } = mark;
  const isStack = useMemo(() => mark.zoom() > deepestZoom, [mark]);
  const places = countText(count, 'place', 'places');
  // Tells the cluster from others of this size.
  const name = useMemo(() => mark.places(1)[0]?.businessName ?? '', [mark]);
  const icon = useMemo(() => clusterIcon(count, isHighlighted), [count, isHighlighted]);
  return (
    <Marker
      position={[latitude, longitude]}
      icon={icon}
      title={isStack ? `${places} at the pin of ${name}` : `${places} near ${name}. Zoom in`}
      zIndexOffset={isHighlighted ? 1000 : 0}
      eventHandlers={activation((pin) => {
        if (isStack) {
          onPress(mark.places(), pin);
          return;
        }
        // The cluster disappears, and the focus would with it.
        map.getContainer().focus({ preventScroll: true });
        map.setView([latitude, longitude], mark.zoom(), { animate: !prefersReducedMotion() });
      })}
    />
  );
});

/** Pans the map where the card at its foot would cover the pin. */
function showClearly(map: LeafletMap, pin: Pin): void {
  const covered = map.latLngToContainerPoint(pin.getLatLng()).y + cardHeight - map.getSize().y;
  if (covered <= 0) return;
  map.fire('autopanstart');
  map.panBy([0, covered], { animate: false });
}

const cardHeight = 190;

function viewOf(map: LeafletMap) {
  return { area: boundsOf(map.getBounds().pad(0.1)), zoom: map.getZoom() };
}

/** Handles a click, and the keys that press a button. */
function activation(activate: (pin: Pin) => void): LeafletEventHandlerFnMap {
  const start = ({ target }: LeafletEvent) => {
    const pin: unknown = target;
    if (pin instanceof Pin) activate(pin);
  };
  return {
    click: start,
    keydown: (event) => {
      const { originalEvent } = event;
      if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
      originalEvent.preventDefault();
      start(event);
    },
  };
}

function placeIcon(category: MainCategory, isHighlighted: boolean) {
  return divIcon({
    className: `${styles.pin} ${categoryClass(category)} ${isHighlighted ? styles.highlighted : ''}`,
    html: `<svg viewBox="0 0 36 46" aria-hidden="true"><path d="M18 45C8 32 2 26 2 17.5a16 16 0 0 1 32 0C34 26 28 32 18 45z"/><use href="${categorySign(category)}" x="7" y="6.5" width="22" height="22"/></svg>`,
    iconSize: [36, 46],
    iconAnchor: [18, 45],
  });
}

function clusterIcon(count: number, isHighlighted: boolean) {
  const size = count < 10 ? 40 : count < 100 ? 46 : count < 10_000 ? 54 : 70;
  return divIcon({
    className: `${styles.cluster} ${isHighlighted ? styles.highlighted : ''}`,
    html: `<span aria-hidden="true">${number.format(count)}</span>`,
    iconSize: [size, size],
    // Given the middle, Leaflet moves the whole cluster into view when it takes the focus.
    iconAnchor: [size / 2, size / 2],
  });
}
