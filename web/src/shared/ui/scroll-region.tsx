import { type ReactNode, useEffect, useRef } from 'react';
import ui from './ui.module.css';

export type ScrollRegionProps = {
  readonly label: string;
  readonly className: string | undefined;
  /** False where content that stays in place draws its own edges. */
  readonly fades?: boolean;
  /** The page of a list: another page is shown from its top. */
  readonly page?: number;
  readonly children: ReactNode;
};

/** Content that may be wider than the page and scrolls on its own. */
export function ScrollRegion({ label, fades = true, page, children, ...props }: ScrollRegionProps) {
  const className = `${fades ? ui.scrollFade : ui.scroll} ${props.className}`;
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (region.current) region.current.scrollTop = 0;
  }, [page]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling with the keyboard needs the focus
    <div ref={region} className={className} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

export function TableHead({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
