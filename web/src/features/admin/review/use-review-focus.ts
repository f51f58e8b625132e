import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useEffect, useRef } from 'react';
import type { Decisions } from '../decisions/use-decisions.ts';

/**
 * The heading of what is shown takes the focus when that is another listing or none any more, and when a decision took the
 * focused button along; but not when the page is opened.
 */
export function useReviewFocus(
  queue: readonly OwnBusinessResponse[],
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
