import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
  useTransition,
  useMemo,
  useOptimistic,
  useLayoutEffect,
} from 'react';
import {
  BrowserRouter,
  type Location as AnyLocation,
  matchPath,
  type NavigateOptions,
  NavigationType,
  StaticRouter,
  type To as Target,
  useHref,
  useLocation as useAnyLocation,
  useNavigate as useAnyNavigate,
  useNavigationType,
} from 'react-router-dom';

export { BrowserRouter, StaticRouter, type Target };

/** An entry of the browser's history. */
export type Location = AnyLocation<unknown>;

/** Goes to an address, or by so many steps in the history. */
export type Navigate = (to: Target | number, options?: StepOptions) => void;

type StepOptions = Pick<NavigateOptions, 'state'> & { readonly replace?: boolean | undefined };

export function useLocation(): Location {
  return useAnyLocation();
}

/** Changes the page in a transition: what is shown stays until the next page can be. */
const TransitionContext = createContext<(change: () => void) => void>(startTransition);

/** The query of the address while the page for it is still being rendered. */
const SearchContext = createContext('');

type NavigationProps = {
  /** Shown while the code of the next page is being fetched. */
  readonly pending: ReactNode;
  readonly children: ReactNode;
};

/** Knows whether a step to another page is pending, and the query of the step that was taken last within this one. */
export function Navigation({ pending, children }: NavigationProps) {
  const [isPending, start] = useTransition();
  const isLeaving = useLeavingByHistory();
  const { pathname, search } = useLocation();
  const [newest, showAtOnce] = useOptimistic(search);
  const step = useCallback(
    (change: () => void) =>
      start(() => {
        change();
        // The browser is there already.
        if (window.location.pathname === pathname) showAtOnce(window.location.search);
      }),
    [start, pathname, showAtOnce],
  );
  return (
    <TransitionContext value={step}>
      {(isPending || isLeaving) && pending}
      <SearchContext value={newest}>{children}</SearchContext>
    </TransitionContext>
  );
}

/** Whether Back or Forward of the browser left the page shown: the library changes pages then in a transition of its own. */
function useLeavingByHistory(): boolean {
  const shown = useLocation();
  const [left, setLeft] = useState<Location | null>(null);
  const [first] = useState(shown);
  useLayoutEffect(() => {
    // A step since the library read the address; a redirect of the first page comes later. The library listens once all is rendered.
    if (!isInAddressBar(first))
      queueMicrotask(() => window.dispatchEvent(new PopStateEvent('popstate')));
  }, [first]);
  useEffect(() => {
    const handleStep = () => setLeft(isInAddressBar(shown) ? null : shown);
    window.addEventListener('popstate', handleStep);
    return () => window.removeEventListener('popstate', handleStep);
  }, [shown]);
  return left === shown;
}

/** Whether the browser is at this address; a pending navigation has left it already. */
export function isInAddressBar({ pathname, search }: Location): boolean {
  return window.location.pathname === pathname && window.location.search === search;
}

/**
 * Returns no promise: that of the library is for routers that load data.
 * A second step to where the browser is already, as by a double click, adds nothing to the history.
 */
export function useNavigate(): Navigate {
  const navigate = useAnyNavigate();
  const start = useContext(TransitionContext);
  return useCallback(
    (to, options) =>
      start(() => {
        if (typeof to === 'number') void navigate(to);
        else void navigate(to, { ...options, replace: options?.replace ?? isBrowserAt(to) });
      }),
    [navigate, start],
  );
}

function isBrowserAt(to: Target): boolean {
  const { href } = window.location;
  // A URL, unlike a text, takes a query with or without its question mark.
  const address =
    typeof to === 'string'
      ? new URL(to, href)
      : Object.assign(new URL(href), { search: '', hash: '', ...to });
  return address.href === href;
}

/** The home page has two addresses. */
export function isHomePath(pathname: string): boolean {
  return pathname === '/' || pathname === '/main';
}

/** Whether the browser chose this step: its first page, or one after Back or Forward. */
export function useCameByHistory(): boolean {
  return useNavigationType() === NavigationType.Pop;
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'state'> & { readonly to: Target };

/** The library's link without its loading of code and data ahead, which is half of the library's size in the first page. */
export function Link({ to, state, target, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || (target ?? isForBrowser(event))) return;
        event.preventDefault();
        navigate(to, { state: state as unknown });
      }}
    >
      {children}
    </a>
  );
}

type ClickInput = Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Whether a click on a link opens it elsewhere, as in another tab. */
export function isForBrowser(click: ClickInput): boolean {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = click;
  return button !== 0 || altKey || ctrlKey || metaKey || shiftKey;
}

/** The query of the address. The router's own hook would add to the size of the first page. */
export function useQuery(): URLSearchParams {
  return useParsed(useLocation().search);
}

function useParsed(search: string): URLSearchParams {
  return useMemo(() => new URLSearchParams(search), [search]);
}

/**
 * The query of the address, and a function that changes it. The component sees a change at once, also that of a link; the page is
 * rendered in a transition, which does not block the next keystroke or choice.
 */
export function useQueryChoice() {
  const navigate = useNavigate();
  const query = useParsed(useContext(SearchContext));
  const choose = (chosen: string, options?: NavigateOptions) =>
    navigate({ search: chosen }, options);
  return [query, choose] as const;
}

/** A pattern such as `/places/:id`, or `*` for every path, and its page. */
export type Route = readonly [pattern: string, page: ReactNode];

/** The parts of the address that the pattern of the page names. */
const ParamsContext = createContext<Readonly<Record<string, string | undefined>>>({});

export function useParams(): Readonly<Record<string, string | undefined>> {
  return useContext(ParamsContext);
}

/**
 * The page of the first pattern that fits the address. The library's own component also ranks patterns and handles errors and data,
 * and is 2 kB of the first page's scripts.
 */
export function Routes({ routes }: { readonly routes: readonly Route[] }) {
  const path = decoded(useLocation().pathname);
  for (const [pattern, page] of routes) {
    const match = matchPath(pattern, path);
    if (match) return <ParamsContext value={match.params}>{page}</ParamsContext>;
  }
  return null;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // Somebody typed a `%`.
    return path;
  }
}
