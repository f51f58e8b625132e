import { resultsState } from '../navigation/link-state.ts';
import { Link } from '../navigation/router.tsx';
import { Icon } from './icon.tsx';
import styles from './pager.module.css';
import ui from './ui.module.css';

type PagerProps = {
  readonly page: number;
  readonly pages: number;
  /** The query of the address of a page. */
  readonly searchOf: (page: number) => string;
  /** Offers the pages by their numbers too. */
  readonly numbered?: boolean;
};

/** Links to the other pages of a list, which also work in another tab and without scripts. Nothing if there are none. */
export function Pager({ page, pages, searchOf, numbered = false }: PagerProps) {
  if (pages <= 1) return null;
  const step = (to: number, rel: 'prev' | 'next') => {
    const className = rel === 'next' ? `${styles.step} ${styles.next}` : styles.step;
    const content = (
      <>
        <Icon name={rel === 'prev' ? 'previous' : 'next'} />
        <span>{rel === 'prev' ? 'Prev' : 'Next'}</span>
      </>
    );
    return to < 1 || to > pages ? (
      <span className={className} role="link" aria-disabled="true">
        {content}
      </span>
    ) : (
      <Link className={className} to={{ search: searchOf(to) }} state={resultsState} rel={rel}>
        {content}
      </Link>
    );
  };
  return (
    <nav className={styles.pager} aria-label="Pages">
      {step(page - 1, 'prev')}
      {numbered ? (
        <ol className={`${ui.row} ${styles.pages}`}>
          {pagerItems(page, pages).map((item, index) =>
            item === null ? (
              <li key={`gap-${index}`} className={styles.gap} aria-hidden="true">
                …
              </li>
            ) : (
              <li key={item}>
                <Link
                  className={item === page ? styles.current : styles.page}
                  to={{ search: searchOf(item) }}
                  state={resultsState}
                  aria-label={`Page ${item}`}
                  aria-current={item === page ? 'page' : undefined}
                >
                  {item}
                </Link>
              </li>
            ),
          )}
        </ol>
      ) : (
        <span className={`${ui.row} ${styles.pages}`}>{`Page ${page} of ${pages}`}</span>
      )}
      {step(page + 1, 'next')}
    </nav>
  );
}

/** The page in the query of an address; the first one if it names none. */
export function wantedPage(query: URLSearchParams): number {
  const page = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** The numbers to offer, null for a gap: all up to seven pages, else the ends and the neighbours of the current one. */
export function pagerItems(page: number, pages: number): readonly (number | null)[] {
  if (pages <= 7) return range(1, pages);
  if (page <= 4) return [...range(1, 5), null, pages];
  if (page >= pages - 3) return [1, null, ...range(pages - 4, pages)];
  return [1, null, page - 1, page, page + 1, null, pages];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
