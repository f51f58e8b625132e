import { type RefObject, useEffect, useRef } from 'react';
import type { Decisions } from './use-decisions.ts';

/** Of a heading that gets the focus when the focused button disappeared with a decision. `shown` is what the decision changes. */
export function useLostFocus(
  outcome: Decisions['outcome'],
  shown: unknown,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (outcome !== null && document.activeElement === document.body) heading.current?.focus();
  }, [outcome, shown]);
  return heading;
}
