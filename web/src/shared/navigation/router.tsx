import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { isObject } from '../is-object.ts';

type Address = {
  readonly pathname: string;
  /** Empty, or with its question mark. */
  readonly search: string;
  readonly hash: string;
};

/** A step in the history of the browser. */
export type Location = Address & { readonly state: unknown; readonly key: string };

/** An address of this site. Without a path it is one of the same page. */
export type Target = string | Partial<Address>;

export type NavigateOptions = {
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
};

/** Goes to an address, or by so many steps in the history. */
export type Navigate = (to: Target | number, options?: NavigateOptions) => void;

type Router = {
  readonly location: Location;
  readonly cameByHistory: boolean;
  readonly navigate: Navigate;
};

const RouterContext = createContext<Router | null>(null);

/** Follows the address of the browser. A page that is not loaded yet leaves the one before on the screen. */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  const [step, setStep] = useState(() => ({ location: browserLocation(), cameByHistory: true }));
  const show = useCallback((cameByHistory: boolean) => {
    startTransition(() => {
      setStep({ location: browserLocation(), cameByHistory });
    });
  }, []);
  useLayoutEffect(() => {
    const follow = () => {
      show(true);
    };
    window.addEventListener('popstate', follow);
    return () => {
      window.removeEventListener('popstate', follow);
    };
  }, [show]);
  const navigate = useCallback<Navigate>(
    (to, { replace = false, state = null } = {}) => {
      if (typeof to === 'number') {
        window.history.go(to);
        return;
      }
      const entry = { state, key: Math.random().toString(36).slice(2) };
      const href = hrefOf(to, window.location.pathname);
      if (replace) window.history.replaceState(entry, '', href);
      else window.history.pushState(entry, '', href);
      show(false);
    },
    [show],
  );
  const router = useMemo(() => ({ ...step, navigate }), [step, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

type StaticRouterProps = { readonly location: string; readonly children: ReactNode };

/** One address, for the server. */
export function StaticRouter({ location, children }: StaticRouterProps) {
  const router = {
    location: { ...addressOf(location), state: null, key: firstKey },
    cameByHistory: true,
    navigate: () => undefined,
  };
  return <RouterContext value={router}>{children}</RouterContext>;
}

function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('the component is outside of a router');
  return router;
}

export function useLocation(): Location {
  return useRouter().location;
}

export function useNavigate(): Navigate {
  return useRouter().navigate;
}

/** Whether the browser chose this step: its first page, or one after Back or Forward. */
export function useCameByHistory(): boolean {
  return useRouter().cameByHistory;
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & NavigateOptions & { readonly to: Target };

/** A link to a page of this site, which is shown without loading a document. */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const { location, navigate } = useRouter();
  const { pathname, search, hash } = location;
  const href = hrefOf(to, pathname);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    navigate(href, { replace: replace ?? href === pathname + search + hash, state });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** Not in another tab or window, and not as a download. */
function opensHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  if (target !== '' && target !== '_self') return false;
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

/** A pattern such as `/places/:id`, or `*` for every path, and its page. */
export type Route = readonly [pattern: string, page: ReactNode];

type Params = Readonly<Record<string, string>>;

const ParamsContext = createContext<Params>({});

/** The page of the first pattern that fits the address. */
export function Routes({ routes }: { readonly routes: readonly Route[] }) {
  const { pathname } = useLocation();
  for (const [pattern, page] of routes) {
    const params = paramsOf(pattern, pathname);
    if (params) return <ParamsContext value={params}>{page}</ParamsContext>;
  }
  return null;
}

/** The parts of the address that its pattern names. */
export function useParams(): Params {
  return useContext(ParamsContext);
}

function paramsOf(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {};
  const wanted = segments(pattern);
  const given = segments(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of wanted.entries()) {
    const value = given[index] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = decoded(value);
    else if (name.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

function segments(path: string): readonly string[] {
  return path.split('/').filter(Boolean);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const firstKey = 'first';

function browserLocation(): Location {
  const { pathname, search, hash } = window.location;
  const entry: unknown = window.history.state;
  const { state = null, key } = isObject(entry) ? entry : {};
  return { pathname, search, hash, state, key: typeof key === 'string' ? key : firstKey };
}

function addressOf(href: string): Address {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  return { pathname, search, hash };
}

/** Begins with one slash, as two would name another host. */
function hrefOf(to: Target, here: string): string {
  const { pathname, search = '', hash = '' } = typeof to === 'string' ? addressOf(to) : to;
  return (pathname || here).replace(/^[/\\]*/, '/') + marked('?', search) + marked('#', hash);
}

function marked(mark: string, text: string): string {
  const bare = text.startsWith(mark) ? text.slice(1) : text;
  return bare && mark + bare;
}
