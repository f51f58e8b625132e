import {
  createContext,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { isForBrowser, useCameByHistory } from './router.tsx';
import { siteTexts } from '../../texts/site-texts.ts';

/** Whether the visitor has changed pages: the first page does not move the focus. */
export const MovedContext = createContext(false);

type PageHeadingProps = {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly lang?: string | undefined;
};

/**
 * The page's one h1. Takes the focus after a change of page, so that screen readers read it first; after Back or Forward only if
 * it was lost with the page that was left.
 */
export function PageHeading({ children, className, lang }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useContext(MovedContext);
  const cameByHistory = useCameByHistory();
  const takeFocus = useEffectEvent(() => {
    const isFree = !cameByHistory || document.activeElement === document.body;
    if (moved && isFree) heading.current?.focus({ preventScroll: true });
  });
  // Only when it appears: a later move stays on the page.
  useEffect(() => takeFocus(), []);

  return (
    <h1 ref={heading} tabIndex={-1} className={className} lang={lang}>
      {children}
    </h1>
  );
}

/** Handles a link within the page, which would otherwise add a history entry: it lacks the state of the page, and Back would seem to do nothing. */
export function goToPart(event: MouseEvent<HTMLAnchorElement>): void {
  if (isForBrowser(event)) return;
  event.preventDefault();
  const part = document.getElementById(event.currentTarget.hash.slice(1));
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
}

/** The ref of an element that takes the focus when it appears, as of the control that it replaces. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** Scrolls a row to the link in it that takes the focus from the keyboard: Chromium does not if a part of it is shown. */
export function showFocused({ target }: FocusEvent): void {
  if (target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'center' });
}

export function usePageTitle(page: string): void {
  const title = siteTexts.site.title(page);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
