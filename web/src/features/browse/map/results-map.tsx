import type { BusinessWithoutStats } from '@directory/api/contracts';
import { type Bounds, boundsText, type Coordinates } from '@directory/domain/search';
import type { Map as LeafletMap } from 'leaflet';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { categoryClass } from '../../../shared/drawing/drawings.tsx';
import { MapCredit, useSiteMap } from '../../../shared/map/map-frame.tsx';
import mapStyles from '../../../shared/map/place-map.module.css';
import { StreetMap, type Tiles } from '../../../shared/map/street-map.tsx';
import { resultsState } from '../../../shared/navigation/link-state.ts';
import { goToPart } from '../../../shared/navigation/page-heading.tsx';
import { Link } from '../../../shared/navigation/router.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { useWindowEvent } from '../../../shared/ui/viewport.ts';
import ui from '../../../shared/ui/ui.module.css';
import { count } from '../../../texts/count.ts';
import { siteTexts } from '../../../texts/site-texts.ts';
import { type Filters, filtersSearch } from '../filters.ts';
import { PlaceLink } from '../place-card.tsx';
import type { ResultsPage } from '../use-results.ts';
import { deepestZoom, boundsOf, type Extent, extentOf, prefersReducedMotion } from './clusters.ts';
import { Marks } from './marks.tsx';
import styles from './results-map.module.css';

export type ResultsMapProps = {
  readonly filters: Filters;
  readonly shown: ResultsPage;
  /** All places that were found and have a pin. */
  readonly places: readonly BusinessWithoutStats[];
  /** Where distances are measured from. */
  readonly start: Coordinates | null;
  /** The id of the place whose card is pointed at. */
  readonly highlighted: string | null;
  readonly onHighlight: (id: string | null) => void;
};

/** The found places on a map. A module of its own, as Leaflet is large and accesses `window` when it is loaded. */
export function ResultsMap(props: ResultsMapProps) {
  const { filters, shown, places, start, highlighted, onHighlight } = props;
  const { site, map, tiles } = useSiteMap();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const giveBackFocus = useRef<() => void>(undefined);
  const choose = useCallback((ids: readonly string[], giveBack: () => void) => {
    giveBackFocus.current = giveBack;
    setChosen(ids);
  }, []);
  if (!map) return <LoadState resource={site} failed={siteTexts.load.partFailed} />;
  const chosenPlaces = places.filter(({ id }) => chosen.includes(id));
  if (chosen.length > 0 && chosenPlaces.length === 0) setChosen([]);
  return (
    <>
      <section className={`${mapStyles.frame} ${styles.frame}`} aria-label="Map of the results">
        <a className={ui.skip} href="#map-end" onClick={goToPart}>
          Skip the map
        </a>
        <SearchedMap filters={filters} extent={extentOf(filters, shown.items, map)} tiles={tiles}>
          <Marks
            places={places}
            highlighted={highlighted === null ? chosen : [highlighted, ...chosen]}
            onHighlight={onHighlight}
            onChoose={choose}
          />
        </SearchedMap>
        {chosenPlaces.length > 0 && (
          <ChosenPlaces
            places={chosenPlaces}
            start={start}
            onClose={() => {
              setChosen([]);
              giveBackFocus.current?.();
            }}
          />
        )}
      </section>
      <div id="map-end" tabIndex={-1} className={styles.end}>
        {tiles.areUnavailable ? (
          <p role="status" className={ui.note}>
            {tiles.tileUrl === null
              ? 'This map shows no streets. The page of each place has its address and links to street maps.'
              : "The map couldn't be loaded. All places are in the list."}
          </p>
        ) : (
          <MapCredit attribution={map.attribution} />
        )}
        {shown.withoutPin > 0 && (
          <p className={styles.withoutPin}>
            {count(shown.withoutPin, 'place has', 'places have')} no pin.{' '}
            <Link
              to={{ search: filtersSearch({ ...filters, unpinned: true, view: 'list', page: 1 }) }}
              state={resultsState}
            >
              Show in the list
            </Link>
          </p>
        )}
      </div>
    </>
  );
}

type SearchedMapProps = {
  readonly filters: Filters;
  readonly extent: Extent;
  readonly tiles: Tiles;
  readonly children: ReactNode;
};

/** A map that shows an extent and, once the visitor has moved it, offers to search there. */
function SearchedMap({ filters, extent, tiles, children }: SearchedMapProps) {
  const map = useRef<LeafletMap>(null);
  const [moved, setMoved] = useState<Bounds | null>(null);
  const shownRef = useRef(extent.key);
  const isAnimated = !prefersReducedMotion();
  return (
    <>
      <StreetMap
        ref={map}
        tiles={tiles}
        bounds={extent.bounds}
        boundsOptions={extent.boundsOptions}
        maxZoom={deepestZoom}
        fadeAnimation={isAnimated}
        zoomAnimation={isAnimated}
        markerZoomAnimation={isAnimated}
        inertia={isAnimated}
      >
        {children}
        <Moves extent={extent} shownRef={shownRef} onMove={setMoved} />
      </StreetMap>
      {moved && (
        <Link
          className={`${ui.button} ${styles.search}`}
          to={{ search: filtersSearch({ ...filters, area: moved, unpinned: false, page: 1 }) }}
          onClick={() => {
            // The map shows this area already. The link disappears, and the focus would with it.
            shownRef.current = boundsText(moved);
            map.current?.getContainer().focus({ preventScroll: true });
          }}
        >
          <Icon name="search" />
          Search this area
        </Link>
      )}
    </>
  );
}

type MovesProps = {
  readonly extent: Extent;
  /** The key of the extent that was shown last. */
  readonly shownRef: RefObject<string>;
  /** Gets what the visitor moved the map to; null when another extent is shown. */
  readonly onMove: (area: Bounds | null) => void;
};

/** Shows another extent once there is one, and tells the visitor's moves from those of the page. */
function Moves({ extent, shownRef, onMove }: MovesProps) {
  const map = useMap();
  const isOwnMove = useRef(false);
  useMapEvents({
    resize: () => {
      isOwnMove.current = true;
    },
    autopanstart: () => {
      isOwnMove.current = true;
    },
    moveend: () => {
      if (!isOwnMove.current) onMove(boundsOf(map.getBounds()));
      isOwnMove.current = false;
    },
  });
  const show = useEffectEvent(() => {
    onMove(null);
    if (shownRef.current === extent.key) return;
    shownRef.current = extent.key;
    isOwnMove.current = true;
    map.fitBounds(extent.bounds, { ...extent.boundsOptions, animate: false });
  });
  useEffect(() => show(), [extent.key]);
  return null;
}

type ChosenPlacesProps = {
  readonly places: readonly BusinessWithoutStats[];
  readonly start: Coordinates | null;
  readonly onClose: () => void;
};

/** The places at the chosen pin, at the foot of the map. The first takes the focus; Escape closes the list. */
function ChosenPlaces({ places, start, onClose }: ChosenPlacesProps) {
  const list = useRef<HTMLUListElement>(null);
  const first = places[0]?.id;
  useEffect(() => {
    list.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [first]);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose();
  });
  return (
    <div role="group" className={`${ui.card} ${styles.chosen}`} aria-label="Chosen on the map">
      <ul ref={list} className={styles.cards}>
        {places.map((place) => (
          <li key={place.id} className={categoryClass(place.businessInfo)}>
            <PlaceLink place={place} start={start} />
          </li>
        ))}
      </ul>
      <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
        <Icon name="cross" />
      </button>
    </div>
  );
}
