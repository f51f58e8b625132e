import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { showsResults } from './link-state.ts';
import { useCameByHistory, useLocation } from './router.tsx';

export type ResultsFocus<Target> = {
  /** Of what gets the focus after another page of results was chosen. */
  readonly target: RefObject<Target | null>;
  /** Moves there. */
  readonly show: () => void;
};

/** Moves to results when a link asks for it, once they are loaded. */
export function useResultsFocus<Target extends HTMLElement>(isLoaded = true): ResultsFocus<Target> {
  const target = useRef<Target>(null);
  const { key, state } = useLocation();
  const isBack = useCameByHistory();
  const isAsked = isLoaded && showsResults(state) && !isBack;
  const show = () => {
    target.current?.focus({ preventScroll: true });
    target.current?.scrollIntoView({ block: 'start' });
  };
  const showAsked = useEffectEvent(show);
  useEffect(() => {
    if (isAsked) showAsked();
  }, [isAsked, key]);
  return { target, show };
}
