import { useEffect, useRef } from 'react';

export const rowId = (businessId: string) => `business-${businessId}`;

/**
 * Puts the focus on the row of a business after something was done with it or, when the row is gone, on the one that took its place.
 * Only when the focus was lost, as when the button that had it is not there any more.
 */
export function useRowFocus(ids: readonly string[]): (businessId: string) => void {
  const candidates = useRef<readonly string[]>([]);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const row = candidates.current.find((id) => ids.includes(id));
    if (!isLost || row === undefined) return;
    document.getElementById(rowId(row))?.focus();
    candidates.current = [];
  });
  return (businessId) => {
    const place = ids.indexOf(businessId);
    candidates.current = [businessId, ...ids.slice(place + 1), ...ids.slice(0, place).reverse()];
  };
}
