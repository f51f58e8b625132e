import type { BusinessWithoutStats } from '@directory/api/contracts';
import { useRef, useState } from 'react';
import { useQuery } from '../../shared/navigation/router.tsx';
import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import {
  forgetPlaces,
  savePlaces,
  useSavedPlaces,
  parseIds,
} from '../../shared/place/saved-places.tsx';
import { ShareButton } from '../../shared/place/share-button.tsx';
import { useCachedQuery, useResource } from '../../shared/resource/use-resource.ts';
import { LoadState } from '../../shared/ui/loading.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts } from '../../texts/browse-texts.ts';
import { count as countText } from '../../texts/count.ts';
import { PlaceGrid } from './place-card.tsx';
import styles from './place-card.module.css';
import { ButtonLink, QuietButton } from '../../shared/ui/controls.tsx';

export const savedTexts = {
  title: 'Saved places',
  failed: "We couldn't load the places. Check your connection and try again.",
  count: (places: number) => countText(places, 'place', 'places'),
  missing: (places: number) =>
    `${countText(places, 'saved place is', 'saved places are')} no longer listed.`,
  sharedTitle: 'Shared places',
};

/** The places saved on this device or, with ids in the address, those that somebody shared. */
export function SavedPage() {
  const shared = sharedIds(useQuery());
  const title = shared ? savedTexts.sharedTitle : savedTexts.title;
  usePageTitle(title);
  return (
    <div className={`${ui.page} ${styles.savedPage}`}>
      <PageHeading>{title}</PageHeading>
      <p className={ui.soft}>
        {shared ? 'Somebody shared these places with you.' : 'Saved on this device only.'}
      </p>
      {shared ? <SharedPlaces ids={shared} /> : <SavedPlaces />}
    </div>
  );
}

/** A place that was removed stays until the page is left, so that it can be saved again. */
function SavedPlaces() {
  const ids = useSavedPlaces();
  const [shown, setShown] = useState<readonly string[]>([]);
  const added = ids?.filter((id) => !shown.includes(id)) ?? [];
  if (added.length > 0) setShown([...added, ...shown]);
  const list = usePlaces(shown);
  const count = useRef<HTMLParagraphElement>(null);
  if (ids === null) return <noscript>Saved places need JavaScript.</noscript>;
  if (shown.length === 0)
    return <NoPlaces text="No saved places yet. Tap the heart on a place to save it here." />;
  const missing = list.data?.missing.filter((id) => ids.includes(id)) ?? [];
  return (
    <>
      <LoadState resource={list} failed={savedTexts.failed} />
      {list.data && (
        <>
          <div className={`${ui.row} ${ui.spread} ${styles.savedActions}`}>
            <p role="status" ref={count} tabIndex={-1}>
              {savedTexts.count(list.data.places.filter(({ id }) => ids.includes(id)).length)}
            </p>
            {ids.length > 0 && (
              <ShareButton title={savedTexts.sharedTitle} search={sharedSearch(ids)} />
            )}
          </div>
          <h2 className={ui.hidden}>{browseTexts.results}</h2>
          <PlaceGrid places={list.data.places} />
          {missing.length > 0 && (
            <div className={`${ui.row} ${ui.spread} ${styles.savedActions}`}>
              <p>{savedTexts.missing(missing.length)}</p>
              <QuietButton
                onClick={() => {
                  forgetPlaces(missing);
                  // The button disappears.
                  count.current?.focus();
                }}
              >
                Remove
              </QuietButton>
            </div>
          )}
        </>
      )}
    </>
  );
}

function SharedPlaces({ ids }: { readonly ids: readonly string[] }) {
  const saved = useSavedPlaces();
  const list = usePlaces(ids);
  if (ids.length === 0 || list.data?.places.length === 0)
    return <NoPlaces text="None of these places is listed any longer." />;
  const places = list.data?.places ?? [];
  const areSaved = places.every(({ id }) => saved?.includes(id));
  return (
    <>
      <LoadState resource={list} failed={savedTexts.failed} />
      {list.data && (
        <>
          <div className={`${ui.row} ${ui.spread} ${styles.savedActions}`}>
            <p role="status">{savedTexts.count(places.length)}</p>
            <button
              type="button"
              className={`${ui.scripted} ${ui.quiet}`}
              aria-disabled={areSaved}
              onClick={areSaved ? undefined : () => savePlaces(places.map(({ id }) => id))}
            >
              {areSaved ? 'All saved' : 'Save all'}
            </button>
          </div>
          <h2 className={ui.hidden}>{browseTexts.results}</h2>
          <PlaceGrid places={places} />
          {list.data.missing.length > 0 && <p>{savedTexts.missing(list.data.missing.length)}</p>}
        </>
      )}
    </>
  );
}

function NoPlaces({ text }: { readonly text: string }) {
  return (
    <div className={`${ui.stack} ${ui.start} ${styles.noneSaved}`}>
      <p>{text}</p>
      <ButtonLink to="/">Browse all places</ButtonLink>
    </div>
  );
}

/** The listed places with these ids: of the whole list or, until that is loaded, what came with the page. */
function usePlaces(ids: readonly string[]) {
  const path = '/api/businesses/approved';
  const list = useResource<readonly BusinessWithoutStats[]>(path, ids.length > 0);
  const first = useCachedQuery<ReturnType<typeof findById>>(`saved${sharedSearch(ids)}`).data;
  return { ...list, data: list.data ? findById(list.data, ids) : first };
}

/** The ids in the address of a shared list; null on the page of the own places. */
export function sharedIds(query: URLSearchParams): readonly string[] | null {
  const ids = query.get('ids');
  return ids === null ? null : parseIds(ids);
}

/** The query of the address that shares these places. */
export function sharedSearch(ids: readonly string[]): string {
  return `?ids=${ids.join(',')}`;
}

/** The places in the order of the ids, and the ids of those that are not listed any longer. */
export function findById(all: readonly BusinessWithoutStats[], ids: readonly string[]) {
  const byId = new Map(all.map((place) => [place.id, place]));
  return {
    places: ids.flatMap((id) => byId.get(id) ?? []),
    missing: ids.filter((id) => !byId.has(id)),
  };
}
