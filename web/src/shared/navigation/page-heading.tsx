import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useCameByHistory } from './router.tsx';
import { siteTexts } from '../../texts/site-texts.ts';

/** Whether the visitor has changed pages: the first page does not move the focus. */
export const MovedContext = createContext(false);

type PageHeadingProps = {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly lang?: string | undefined;
};

/** The page's one h1. Takes the focus after a change of page, so that screen readers read it first. */
export function PageHeading({ children, className, lang }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useContext(MovedContext);
  const back = useCameByHistory();
  const takesFocus = moved && !back;

  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when it appears: a later move stays on the page
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={className} lang={lang}>
      {children}
    </h1>
  );
}

export function usePageTitle(page: string): void {
  const title = siteTexts.site.title(page);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
