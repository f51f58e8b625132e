import {
  type ComponentProps,
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
  useTransition,
} from 'react';
import {
  BrowserRouter,
  type Location as AnyLocation,
  matchRoutes,
  type NavigateOptions,
  NavigationType,
  StaticRouter,
  type To as Target,
  useHref,
  useLinkClickHandler,
  useLocation as useAnyLocation,
  useNavigate as useAnyNavigate,
  useNavigationType,
} from 'react-router-dom';

export { BrowserRouter, type NavigateOptions, StaticRouter, type Target };

/** A step in the history of the browser. */
export type Location = AnyLocation<unknown>;

/** Goes to an address, or by so many steps in the history. */
export type Navigate = (to: Target | number, options?: NavigateOptions) => void;

export function useLocation(): Location {
  return useAnyLocation();
}

/** Changes the page in a transition: what is shown stays until the next page can be. */
const TransitionContext = createContext<(change: () => void) => void>(startTransition);

type NavigationProps = {
  /** Shown while the code of the next page is being fetched. */
  readonly pending: ReactNode;
  readonly children: ReactNode;
};

/** Knows whether a step to another page is pending. */
export function Navigation({ pending, children }: NavigationProps) {
  const [isPending, start] = useTransition();
  const isLeaving = useLeavingByHistory();
  return (
    <TransitionContext value={start}>
      {(isPending || isLeaving) && pending}
      {children}
    </TransitionContext>
  );
}

/** Whether Back or Forward of the browser left the page shown: the library changes pages then in a transition of its own. */
function useLeavingByHistory(): boolean {
  const shown = useLocation();
  const [left, setLeft] = useState<Location | null>(null);
  useEffect(() => {
    const handleStep = () => {
      const { pathname, search } = window.location;
      setLeft(pathname === shown.pathname && search === shown.search ? null : shown);
    };
    window.addEventListener('popstate', handleStep);
    return () => window.removeEventListener('popstate', handleStep);
  }, [shown]);
  return left === shown;
}

/** The library's returns a promise only for the routers that load data. */
export function useNavigate(): Navigate {
  const navigate = useAnyNavigate();
  const start = useContext(TransitionContext);
  return useCallback(
    (to, options) =>
      start(() => {
        if (typeof to === 'number') void navigate(to);
        else void navigate(to, options);
      }),
    [navigate, start],
  );
}

/** Whether the browser chose this step: its first page, or one after Back or Forward. */
export function useCameByHistory(): boolean {
  return useNavigationType() === NavigationType.Pop;
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'state'> & { readonly to: Target };

/** The library's link without its loading of code and data ahead, which is half of the library's size in the first page. */
export function Link({ to, replace, state, target, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, {
    ...(replace !== undefined && { replace }),
    ...(target !== undefined && { target }),
    state: state as unknown,
  });
  const start = useContext(TransitionContext);
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) start(() => follow(event));
      }}
    >
      {children}
    </a>
  );
}

/** A pattern such as `/places/:id`, or `*` for every path, and its page. */
export type Route = readonly [pattern: string, page: ReactNode];

/** The parts of the address that the pattern of the page names. */
const ParamsContext = createContext<Readonly<Record<string, string | undefined>>>({});

export function useParams(): Readonly<Record<string, string | undefined>> {
  return useContext(ParamsContext);
}

/**
 * The page of the pattern that fits the address. The library's own component also handles errors and data, and is 1.3 kB of the
 * first page's scripts.
 */
export function Routes({ routes }: { readonly routes: readonly Route[] }) {
  const location = useLocation();
  const [match] =
    matchRoutes(
      routes.map(([path, element]) => ({ path, element })),
      location,
    ) ?? [];
  return <ParamsContext value={match?.params ?? {}}>{match?.route.element}</ParamsContext>;
}
