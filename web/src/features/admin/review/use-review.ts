import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from '../../../shared/navigation/router.tsx';
import { useQuery } from '../../../shared/navigation/use-query.ts';
import { command } from '../decisions/listing-command.ts';
import { useDecisions, type Decisions } from '../decisions/use-decisions.ts';
import { reviewQueue } from '../listings/listings.ts';

type Queue = readonly OwnBusinessResponse[];

/** The queue, the current listing (from the address, else the first) and the actions on it. */
export function useReview(all: Queue, onReload: () => void) {
  const queue = useMemo(() => reviewQueue(all), [all]);
  const navigate = useNavigate();
  const wanted = useQuery().get('listing');
  const current = queue.find(({ id }) => id === wanted) ?? queue[0];
  const currentId = current?.id ?? null;
  const shownId = useShown(currentId);

  const show = (id: string | undefined) =>
    navigate({ search: id === undefined ? '' : `listing=${id}` }, { replace: true });
  const decisions = useDecisions((done) => {
    onReload();
    // A late response does not navigate when another listing or page is shown by then.
    if (!done || shownId.current !== currentId) return;
    const { kind, listing } = done;
    if (kind === 'withdraw') show(listing.id);
    else if (listing.id === currentId) show(nextAfter(queue, listing.id)?.id);
  });
  const isIdle = decisions.busyId === null;

  return {
    queue,
    current,
    /** Whether the address names a listing. */
    isPicked: wanted !== null,
    decisions,
    approve: () => {
      if (current && isIdle) decisions.run(command('approve', current));
    },
    reject: () => {
      if (current && isIdle) decisions.confirm('reject', current);
    },
    step: (by: 1 | -1) => {
      const next = current && queue[queue.indexOf(current) + by];
      if (next) show(next.id);
    },
  };
}

/** The id that is rendered now; undefined after the page was left. */
function useShown(id: string | null) {
  const shown = useRef<string | null>(undefined);
  useEffect(() => {
    shown.current = id;
    return () => {
      shown.current = undefined;
    };
  }, [id]);
  return shown;
}

/** The listing after this one or, at the end of the queue, the one before. */
function nextAfter(queue: Queue, id: string): OwnBusinessResponse | undefined {
  const index = queue.findIndex((listing) => listing.id === id);
  return queue[index + 1] ?? queue[index - 1];
}

/**
 * Focuses the heading when another listing or none is shown, and when the focused button disappeared with a decision; not when
 * the page opens.
 */
export function useReviewFocus(
  queue: Queue,
  current: OwnBusinessResponse | undefined,
  outcome: Decisions['outcome'],
) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = current?.id;
  const shown = useRef(id);
  useEffect(() => {
    const isOther = shown.current !== id;
    shown.current = id;
    const isLost = outcome !== null && document.activeElement === document.body;
    if (isOther || isLost) heading.current?.focus();
  }, [queue, id, outcome]);
  return heading;
}
