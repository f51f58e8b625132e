import type { ReactNode } from 'react';

export type ScrollRegionProps = {
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
};

/** Content that may be wider than the page and scrolls on its own. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling with the keyboard needs the focus
    <div className={className} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
