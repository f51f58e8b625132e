import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the ref of an element that, after an outcome, gets the focus if it was lost, as when `shown` has no focused button any more.
 * The page gets it where that element is hidden, as on a narrow screen that shows only the queue.
 */
export function useLostFocus<Target extends HTMLElement = HTMLHeadingElement>(
  outcome: unknown,
  shown: unknown,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    const isLost = () => document.activeElement === document.body;
    if (!outcome || !target.current || !isLost()) return;
    target.current.focus();
    if (isLost()) document.getElementById('content')?.focus({ preventScroll: true });
  }, [outcome, shown]);
  return target;
}

/** Focuses a heading when something else is shown below it, but not when that is nothing or the page opens. */
export function useFocusOnChange(
  heading: RefObject<HTMLElement | null>,
  shown: string | undefined,
): void {
  const focused = useRef(shown);
  useEffect(() => {
    if (focused.current !== shown && shown !== undefined) heading.current?.focus();
    focused.current = shown;
  }, [heading, shown]);
}

/** The id of the element that stands for a business in a list. */
export function rowId(businessId: string): string {
  return `business-${businessId}`;
}

/**
 * Returns a function to call after a command on a business. If the focus was lost, as when the focused button disappeared, its row gets
 * the focus or, when the row is gone, the nearest one or the page.
 */
export function useRowFocus(
  listings: readonly { readonly id: string }[],
): (businessId: string) => void {
  const ids = listings.map(({ id }) => id);
  const candidates = useRef<readonly string[]>([]);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isLost || candidates.current.length === 0) return;
    const row = candidates.current.find((id) => ids.includes(id));
    document.getElementById(row === undefined ? 'content' : rowId(row))?.focus();
    candidates.current = [];
  });
  return (businessId) => {
    const index = ids.indexOf(businessId);
    candidates.current = [businessId, ...ids.slice(index + 1), ...ids.slice(0, index).reverse()];
  };
}
