import { Component, type ReactNode } from 'react';
import { logFailure } from '../shared/log-failure.ts';
import ui from '../shared/ui/ui.module.css';
import { siteTexts } from '../texts/site-texts.ts';
import styles from './page-boundary.module.css';

type PageBoundaryProps = {
  readonly children: ReactNode;
  /** Another address is another try. */
  readonly address: string;
};
type PageBoundaryState = { readonly broken: boolean };

/** Keeps the header and a way on when a page breaks, as when its code was replaced by a newer release meanwhile. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { broken: false };

  static getDerivedStateFromError(): PageBoundaryState {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    logFailure('The page broke', error);
  }

  override componentDidUpdate({ address }: PageBoundaryProps): void {
    if (this.state.broken && address !== this.props.address) this.setState({ broken: false });
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenPage /> : this.props.children;
  }
}

function BrokenPage() {
  return (
    <div role="alert" className={styles.broken}>
      <h1>{siteTexts.broken.title}</h1>
      <p>{siteTexts.broken.text}</p>
      <button
        type="button"
        className={ui.button}
        onClick={() => {
          window.location.reload();
        }}
      >
        {siteTexts.broken.reload}
      </button>
    </div>
  );
}
