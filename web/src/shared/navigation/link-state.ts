import { isObject } from '@directory/domain/shared/unknown';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useCameByHistory, useLocation } from './router.tsx';

/** The state of a link to other results: the page scrolls to them instead of its top. */
export const resultsState = { show: 'results' } as const;

/** The texts in the state of links and redirects. */
export type LinkState = {
  /** Why the visitor was redirected, shown at the top of the page. */
  readonly notice?: string;
  /** To the login page: the email address of the account that was just registered. */
  readonly newAccount?: string;
  /** To a login page or the one for a forgotten password: the address or username that was entered before. */
  readonly account?: string;
  /** To other results: scrolls to them. */
  readonly show?: typeof resultsState.show;
  /** To an owner's listing: opens its form. */
  readonly open?: 'edit';
  /** To a place: the path and query of the results. */
  readonly results?: string;
};

/** The notice of the redirect to this page; null after a reload, which keeps the state. */
export function useRedirectNotice(): string | null {
  const { state } = useLocation();
  return useCameByHistory() ? null : textInState(state, 'notice');
}

/** A text in the state of a link, which an older release may have written; null if there is none. */
export function textInState(state: unknown, name: keyof LinkState): string | null {
  const text = isObject(state) ? state[name] : null;
  return typeof text === 'string' ? text : null;
}

/** A login address that redirects to `next` afterwards, if there is one. */
export function withNext(login: string, next: string | null): string {
  return next === null ? login : `${login}?${new URLSearchParams({ next }).toString()}`;
}

/** Moves to results when a link asks for it, once they are loaded. */
export function useResultsFocus<Target extends HTMLElement>(isLoaded = true) {
  /** The element that gets the focus after another page of results was chosen. */
  const target = useRef<Target>(null);
  const { key, state } = useLocation();
  const isBack = useCameByHistory();
  const isAsked = isLoaded && textInState(state, 'show') === resultsState.show && !isBack;
  /** Moves the focus and the page to the results. */
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
