import { Component, type ReactNode, Suspense } from 'react';
import { siteTexts } from '../../texts/site-texts.ts';
import { logFailure } from '../log-failure.ts';
import { retryFailedCode } from './lazy-component.ts';
import { LoadState } from './load-state.tsx';

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

type PartBoundaryProps = { readonly children: ReactNode };
type PartBoundaryState = { readonly hasFailed: boolean };

/**
 * Keeps the rest of the page when a part of it throws, and offers a Retry in its place. The second one reloads the page, as
 * code of a release that was replaced cannot be fetched.
 */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): PartBoundaryState {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logFailure('A part of the page could not be shown', error);
  }

  hasRetried = false;

  readonly retry = (): void => {
    if (this.hasRetried || isStyleMissing()) {
      window.location.reload();
      return;
    }
    this.hasRetried = true;
    retryFailedCode();
    this.setState({ hasFailed: false });
  };

  override render(): ReactNode {
    const { hasFailed } = this.state;
    if (!hasFailed) return this.props.children;
    const failure = { data: undefined, error: hasFailed, retry: this.retry };
    return <LoadState resource={failure} failed={siteTexts.load.partFailed} />;
  }
}

/** Whether a style sheet could not be fetched, which the browser tries again only with a new page. */
function isStyleMissing(): boolean {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].some(
    ({ sheet }) => sheet === null,
  );
}
