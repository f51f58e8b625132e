import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQuery } from '../../../shared/navigation/use-query.ts';
import { command } from '../decisions/listing-command.ts';
import { useDecisions } from '../decisions/use-decisions.ts';
import { neighbour } from './neighbour.ts';
import { reviewQueue } from './review-queue.ts';

/** The queue, the listing in it that the address names or else the first, and what can be done with it. */
export function useReview(all: readonly OwnBusinessResponse[], onReload: () => void) {
  const queue = useMemo(() => reviewQueue(all), [all]);
  const navigate = useNavigate();
  const wanted = useQuery().get('listing');
  const current = queue.find(({ id }) => id === wanted) ?? queue[0];
  const currentId = current?.id ?? null;
  const shownId = useShown(currentId);

  const show = (id: string | undefined) => {
    void navigate({ search: id === undefined ? '' : `listing=${id}` }, { replace: true });
  };
  const decisions = useDecisions((done) => {
    onReload();
    // The answer may be late: it takes nobody along who looks at something else than when it was asked for.
    if (!done || shownId.current !== currentId) return;
    const { kind, listing } = done;
    if (kind === 'withdraw') show(listing.id);
    else if (listing.id === currentId) show(neighbour(queue, listing.id)?.id);
  });
  const { ask, busyId, run } = decisions;
  const isIdle = busyId === null;

  return {
    queue,
    current,
    /** Whether it was picked and is not only the first. */
    isPicked: wanted !== null,
    decisions,
    approve: () => {
      if (current && isIdle) run(command('approve', current));
    },
    reject: () => {
      if (current && isIdle) ask('reject', current);
    },
    step: (by: 1 | -1) => {
      const next = current && queue[queue.indexOf(current) + by];
      if (next) show(next.id);
    },
  };
}

/** What is on the screen by now; undefined when the page is left. */
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
