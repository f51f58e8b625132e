import type { OwnBusinessDetailResponse, OwnBusinessResponse } from '@directory/api/contracts';
import { useEffect, useRef } from 'react';
import {
  isInAddressBar,
  useLocation,
  useNavigate,
  useQuery,
} from '../../../shared/navigation/router.tsx';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { command, useDecisions, type Decisions } from '../decisions/use-decisions.ts';
import { useLostFocus } from '../decisions/use-lost-focus.ts';
import { useSetting } from '../listings/listings.ts';
import { useListingDetails } from './use-listing-details.ts';

type Queue = readonly OwnBusinessResponse[];

/** The current listing (that of the address, which may be on another page, else the first of the queue) and the actions on it. */
export function useReview(queue: Queue, onReload: () => void) {
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
    navigate({ search: reviewSearch(reviewPage(query), id) }, { replace: true });
  const decisions = useDecisions((done) => {
    reload();
    // A late response does not navigate when another listing or page has been opened by then.
    if (!done || !isInAddressBar(location)) return;
    const { kind, listing } = done;
    if (kind === 'withdraw') show(listing.id);
    else if (listing.id === current?.id) show(nextAfter(queue, listing.id)?.id);
  });
  const canDecide = details.isReady && decisions.busyId === null;

  return {
    current,
    details,
    canDecide,
    /** Whether the address names a listing. */
    isPicked: wanted !== null,
    /** The request for a listing that is not on this page of the queue. */
    elsewhere,
    decisions,
    approve: () => {
      if (current && canDecide) decisions.run(command('approve', current));
    },
    reject: () => {
      if (current && canDecide) decisions.confirm('reject', current);
    },
    step: (by: 1 | -1) => {
      const next = current && queue[queue.indexOf(current) + by];
      if (next) show(next.id);
    },
  };
}

/** The page of the queue that the address names. */
export function reviewPage(query: URLSearchParams): number {
  const page = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** The query of a page of the queue, and of a listing on it; empty for the first page. */
export function reviewSearch(page: number, id?: string): string {
  const search = new URLSearchParams({
    ...(page > 1 && { page: String(page) }),
    ...(id !== undefined && { listing: id }),
  }).toString();
  return search && `?${search}`;
}

/** The listing after this one or, at the end of the queue, the one before. */
function nextAfter(queue: Queue, id: string): OwnBusinessResponse | undefined {
  const index = queue.findIndex((listing) => listing.id === id);
  return queue[index + 1] ?? queue[index - 1];
}

/**
 * Focuses the heading when another listing or none is shown, when the one shown is picked, and when the focused button disappeared
 * with a decision; not when the page opens.
 */
export function useReviewFocus(
  queue: Queue,
  current: OwnBusinessResponse | undefined,
  isPicked: boolean,
  outcome: Decisions['outcome'],
) {
  const heading = useLostFocus(outcome, queue);
  const id = `${current?.id} ${isPicked}`;
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current !== id) heading.current?.focus();
    shown.current = id;
  }, [heading, id]);
  return heading;
}

/** Keys that repeat while they are held. A held decision key would also decide on the next listing. */
const repeatable: readonly string[] = ['j', 'k'];

/** Actions by key. */
type KeyActions = Readonly<Record<string, () => void>>;

export type ReviewKeys = { readonly isOn: boolean; readonly setOn: (isOn: boolean) => void };

/** Single-key shortcuts; disabled while typing or in a dialog, and by a setting of this browser. */
export function useReviewKeys(actions: KeyActions): ReviewKeys {
  const [setting, set] = useSetting('admin-single-keys');
  const isOn = setting !== 'off';
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!isOn) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isDisabledAt(event.target)) return;
      const action = latest.current[event.key];
      if (!action || (event.repeat && !repeatable.includes(event.key))) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
  return {
    isOn,
    setOn: (next: boolean) => set(next ? 'on' : 'off'),
  };
}

function isDisabledAt(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
