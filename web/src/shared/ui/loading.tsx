import {
  Component,
  type ReactNode,
  Suspense,
  createElement,
  lazy,
  type ComponentType,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { siteTexts } from '../../texts/site-texts.ts';
import { isOffline, logFailure } from '../api/request-json.ts';
import type { Resource } from '../resource/use-resource.ts';
import ui from './ui.module.css';
import { QuietButton } from './controls.tsx';

type LazyPartProps = {
  /** While the code is being fetched. */
  readonly loading?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a page whose code is fetched when it is shown. */
export function LazyPart({ loading, children }: LazyPartProps) {
  return (
    <PartBoundary>
      <Suspense fallback={loading}>{children}</Suspense>
    </PartBoundary>
  );
}

type ErrorBoundaryProps = {
  readonly children: ReactNode;
  /** What is shown instead of children that threw. `reset` shows them again. */
  readonly failed: (reset: () => void) => ReactNode;
  /** Another address resets the boundary. */
  readonly address?: string;
};
type ErrorBoundaryState = { readonly hasFailed: boolean };

/** Shows something else instead of children that throw, and logs why. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logFailure('A part of the page broke', error);
  }

  override componentDidUpdate({ address }: ErrorBoundaryProps): void {
    if (this.state.hasFailed && address !== this.props.address) this.reset();
  }

  readonly reset = (): void => {
    retryFailedCode();
    this.setState({ hasFailed: false });
  };

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed(this.reset) : this.props.children;
  }
}

/**
 * Keeps the rest of the page when a part of it throws, and offers a Retry in its place. The second one reloads the page, as
 * code of a release that was replaced cannot be fetched; not while offline, which would lose the page.
 */
export function PartBoundary({ children }: { readonly children: ReactNode }) {
  const hasRetried = useRef(false);
  const retry = (reset: () => void) => {
    if (hasRetried.current && !isOffline()) window.location.reload();
    else reset();
    hasRetried.current = true;
  };
  return (
    <ErrorBoundary
      failed={(reset) => (
        <LoadState
          resource={{ data: undefined, error: true, retry: () => retry(reset) }}
          failed={siteTexts.load.partFailed}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

type Load<Props> = () => Promise<ComponentType<Props>>;
type LazyComponent<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

/** For each component whose code could not be fetched, what makes it fetch the code again. */
const retries = new Set<() => void>();

/** Gives code that could not be fetched another try, when its component is next rendered. */
function retryFailedCode(): void {
  for (const retry of retries) retry();
  retries.clear();
}

/**
 * A component whose code is fetched when it is first rendered, which suspends; or earlier by `preload`, after which it
 * renders at once.
 */
export function lazyComponent<Props extends object>(load: Load<Props>): LazyComponent<Props>;
export function lazyComponent(given: Load<object>): LazyComponent<object> {
  let loaded: ComponentType | undefined;
  const load = async () => {
    const [component] = await Promise.all([given(), ...[...missingStyles].map(fetchStyle)]);
    return component;
  };
  const fetched = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        retries.add(() => (Lazy = fetched()));
        throw error;
      }
    });
  let Lazy = fetched();
  const Component = (props: object) => createElement(loaded ?? Lazy, props);
  const preload = async () => {
    loaded = await load();
  };
  return Object.assign(Component, { preload });
}

/** The links of style sheets that could not be fetched: the build's own code asks for each only once, and goes on without it. */
const missingStyles = new Set<HTMLLinkElement>();

export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target);
  };
  // Errors of links do not bubble.
  document.addEventListener('error', note, true);
}

/** Browsers fetch the style sheet of a link again when it is moved. */
function fetchStyle(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => {
      missingStyles.delete(link);
      resolve();
    });
    link.addEventListener('error', reject);
    document.head.append(link);
  });
}

/** Code that the first page can do without: the hook fetches it once it is needed. */
export function lazyCode<Code>(
  name: string,
  load: () => Promise<Code>,
): (isNeeded: boolean) => Resource<Code> {
  let loaded: Code | undefined;
  return function useCode(isNeeded) {
    const [, showLoaded] = useState(loaded);
    const [error, setError] = useState<unknown>();
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (!isNeeded) return;
      // Even if it is loaded: another component may have loaded it after this one was rendered.
      load().then(
        (code) => {
          loaded = code;
          showLoaded(code);
        },
        (failure: unknown) => {
          logFailure(`the ${name} could not be loaded`, failure);
          setError(failure);
        },
      );
    }, [isNeeded, attempt]);
    const retry = () => {
      // As in PartBoundary.
      if (error && attempt > 0 && !isOffline()) window.location.reload();
      setError(undefined);
      setAttempt((before) => before + 1);
    };
    return { data: loaded, error, retry };
  };
}

type LoadStateProps = {
  readonly resource: Resource<unknown>;
  /** What is shown when the request failed. */
  readonly failed: string;
  readonly loading?: string | undefined;
};

/**
 * Loading, or failed with a Retry button. Renders nothing once there are data, which stay visible when a later request fails: then
 * it appears together with its text, which screen readers announce only if it is an alert.
 */
export function LoadState({ resource, failed, loading = siteTexts.load.loading }: LoadStateProps) {
  const { data, error, retry } = resource;
  const part = useRef<HTMLDivElement>(null);
  const hasFailed = error !== undefined;
  if (data !== undefined && !hasFailed) return null;
  return (
    <div
      ref={part}
      tabIndex={-1}
      className={hasFailed ? `${ui.note} ${ui.row} ${ui.spread}` : `${ui.late} ${ui.waiting}`}
    >
      <p role={data === undefined ? 'status' : 'alert'}>{hasFailed ? failed : loading}</p>
      {hasFailed && (
        <QuietButton
          onClick={() => {
            // The button is about to disappear, and the focus with it.
            part.current?.focus();
            retry();
          }}
        >
          Retry
        </QuietButton>
      )}
    </div>
  );
}

let isInUse = false;
const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;

/** Whether the visitor has begun to use the page. What the page can do without waits until then. */
export function useIsInUse(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isInUse,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const stop = () => {
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  const begin = () => {
    isInUse = true;
    stop();
    onChange();
  };
  for (const sign of signs) window.addEventListener(sign, begin, true);
  return stop;
}

/** False on the server, and in the browser until React handles the server-rendered page. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges(): () => void {
  return () => undefined;
}
