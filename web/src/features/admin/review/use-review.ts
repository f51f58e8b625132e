import type {
  ListingPageResponse,
  OpeningResponse,
  OwnBusinessDetailResponse,
  OwnBusinessResponse,
  RelatedListingsResponse,
} from '@directory/api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { logFailure } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { removeStored } from '../../../shared/local-storage.ts';
import { useHistory } from '../../../shared/listing/use-history.ts';
import {
  isInAddressBar,
  useLocation,
  useNavigate,
  useQuery,
} from '../../../shared/navigation/router.tsx';
import { resultsState } from '../../../shared/navigation/link-state.ts';
import { queryOf } from '../../../shared/navigation/query.ts';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { useWindowEvent } from '../../../shared/ui/viewport.ts';
import { useSession } from '../../../shared/session/session.ts';
import {
  rejectionKey,
  savedRejections,
  selectedListings,
  useDecisions,
} from '../decisions/use-decisions.ts';
import { useSetting } from '../frame/admin-frame.tsx';
import { useFocusOnChange, useLostFocus } from '../listings/focus.ts';

export type ReviewState = ReturnType<typeof useReview>;

/** The current listing (that of the address, which may be on another page, else the first of the queue) and the actions on it. */
export function useReview(shown: ListingPageResponse, onReload: () => void) {
  const { listings: queue, page, pages } = shown;
  const navigate = useNavigate();
  const location = useLocation();
  const query = useQuery();
  const wanted = query.get('listing');
  const listed = wanted === null ? queue[0] : queue.find(({ id }) => id === wanted);
  const elsewhere = useResource<OwnBusinessDetailResponse>(
    `/api/businesses/${encodeURIComponent(wanted ?? '')}`,
    wanted !== null && !listed,
  );
  const isWaiting = wanted !== null && elsewhere.data?.status === 'pending';
  const current = listed ?? (isWaiting ? elsewhere.data : undefined);

  const reload = () => {
    onReload();
    elsewhere.retry();
  };
  const details = useListingDetails(current, reload);

  const show = (id: string | undefined) =>
    navigate({ search: reviewSearch(page, id) }, { replace: true });
  const showNext = (decided: readonly string[] = []) =>
    show(nextAfter(queue, current?.id, decided)?.id);
  const decisions = useDecisions((done) => {
    reload();
    // A late response does not navigate when another listing or page has been opened by then.
    if (!done || !isInAddressBar(location)) return;
    const { kind, listing } = done;
    if (kind === 'withdraw') show(listing.id);
    else if (listing.id === current?.id) showNext();
  });
  const decided = !listed && !isWaiting ? elsewhere.data?.id : undefined;
  const adminId = useSession()?.user.id ?? '';
  // Removes drafts of rejections that can no longer be sent, as somebody else has decided on their listings.
  useEffect(() => {
    if (decided !== undefined) removeStored(rejectionKey(adminId, decided));
    if (pages > 1) return;
    const waiting = [selectedListings, ...queue.map(({ id }) => id)];
    const sendable = new Set(waiting.map((id) => rejectionKey(adminId, id)));
    for (const key of savedRejections(adminId)) if (!sendable.has(key)) removeStored(key);
  }, [adminId, decided, pages, queue]);
  const canDecide = details.isReady && !decisions.isBusy;
  const heading = useLostFocus(
    decisions.outcome ?? decisions.failedRejection,
    // What is about a listing that no longer waits appears once it is loaded.
    decisions.dialog ?? (current ? queue : (elsewhere.data ?? elsewhere.error)),
  );
  useFocusOnChange(heading, `${current?.id} ${wanted !== null}`);

  return {
    /** Gets the focus when another listing or none is shown, and when the focused button disappeared with a decision. */
    heading,
    current,
    details,
    canDecide,
    /** Whether the address names a listing. */
    isPicked: wanted !== null,
    /** The request for a listing that is not on this page of the queue. */
    elsewhere,
    decisions,
    approve: () => {
      if (current && canDecide) decisions.run({ kind: 'approve', listing: current });
    },
    reject: () => {
      if (current && canDecide) decisions.confirm('reject', current);
    },
    /** After decisions on several listings: where one of these is shown, the next that waits is shown instead. */
    leaveDecided: (decided: readonly string[]) => {
      const isShown = wanted !== null && decided.includes(wanted);
      if (isShown && isInAddressBar(location)) showNext(decided);
    },
    /** From the last listing of a page to the next page; from one that no longer waits, which has no neighbours, to the first of the queue. */
    step: (by: 1 | -1) => {
      const at = current ? queue.indexOf(current) + by : 0;
      if (queue[at]) show(queue[at].id);
      else if (at === queue.length && page < pages)
        navigate({ search: reviewSearch(page + 1) }, { state: resultsState });
    },
  };
}

const againAfterMs = 1000;

/** What is shown with the listing under review. If the listing and its history differ in revision, the older one is loaded again. */
function useListingDetails(listing: OwnBusinessResponse | undefined, onReload: () => void) {
  const history = useHistory(listing?.id);
  const opening = useOpening(listing?.id);
  const related = useResource<RelatedListingsResponse>(
    `/api/businesses/${listing?.id ?? ''}/related`,
    listing !== undefined,
  );
  const { data, error, retry } = history;
  const revision = listing?.revision ?? 0;
  const loaded = data?.business?.revision ?? revision;
  const reload = useEffectEvent(onReload);

  // The history is read from the events themselves, so it is never older than a listing that was loaded before it.
  useEffect(() => {
    if (loaded < revision) retry();
  }, [loaded, revision, retry]);

  // The list may be some events behind, so it is loaded until it has caught up.
  useEffect(() => {
    if (loaded <= revision) return;
    const timer = window.setTimeout(reload, againAfterMs);
    return () => window.clearTimeout(timer);
  }, [loaded, revision, listing]);

  const compared = loaded === revision ? data : undefined;
  // An outage fails both: one Retry is enough.
  const retryFailed = () => {
    for (const part of [history, related]) if (part.error !== undefined) part.retry();
  };
  return {
    /** Whether the listing shown is older than its history, as while its view is paused. */
    isBehind: loaded > revision,
    /** The history, without data while its revision differs from that of the listing. */
    history: { ...history, data: compared, retry: retryFailed },
    opening,
    related: { ...related, retry: retryFailed },
    /** Whether all of it is loaded or has failed to load: then the listing is shown and can be decided on. */
    isReady:
      opening !== undefined &&
      (compared !== undefined || error !== undefined) &&
      (related.data !== undefined || related.error !== undefined),
  };
}

/** Reports to the server that this listing is open. Undefined until the server responds; after a failure others are unknown. */
function useOpening(id: string | undefined): OpeningResponse | undefined {
  const send = useSend();
  const [opening, setOpening] = useState<OpeningResponse & { readonly id: string }>();
  useEffect(() => {
    if (id === undefined) return;
    let isLeft = false;
    void send<OpeningResponse>(`/api/businesses/${id}/opening`, { method: 'POST' })
      .catch((error: unknown): OpeningResponse => {
        logFailure(`The other reviewers and the owner of ${id} are unknown`, error);
        return { others: [], isOwnerVerified: null };
      })
      .then((response) => {
        if (!isLeft) setOpening({ id, ...response });
      });
    return () => {
      isLeft = true;
    };
  }, [id, send]);
  return opening?.id === id ? opening : undefined;
}

/** The query of a page of the queue, and of a listing on it; empty for the first page. */
export function reviewSearch(page: number, id?: string): string {
  return queryOf({ page, listing: id ?? null });
}

/** The first listing after this one that was not decided on or, at the end of the queue, the last one before. */
function nextAfter(
  queue: readonly OwnBusinessResponse[],
  id: string | undefined,
  decided: readonly string[],
) {
  const index = queue.findIndex((listing) => listing.id === id);
  const isLeft = (listing: OwnBusinessResponse) => !decided.includes(listing.id);
  return queue.slice(index + 1).find(isLeft) ?? queue.slice(0, Math.max(index, 0)).findLast(isLeft);
}

type Shortcut = {
  readonly meaning: string;
  readonly run: () => void;
  /** Whether it repeats while its key is held. A held decision key would also decide on the next listing. */
  readonly repeats?: boolean;
};

/** Runs shortcuts by single keys, but not while typing or in a dialog, nor if a setting of this browser disables them. */
export function useReviewKeys(shortcuts: Readonly<Record<string, Shortcut>>) {
  const [setting, set] = useSetting('admin-single-keys');
  const isOn = setting !== 'off';
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isDisabledAt(event.target)) return;
    const shortcut = shortcuts[event.key];
    if (!shortcut || (event.repeat && !shortcut.repeats)) return;
    event.preventDefault();
    shortcut.run();
  };
  useWindowEvent('keydown', handleKey, isOn);
  return { shortcuts, isOn, setOn: (next: boolean) => set(next ? 'on' : 'off') };
}

function isDisabledAt(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
