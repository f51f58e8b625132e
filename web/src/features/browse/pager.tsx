import { Link } from 'react-router-dom';
import { resultsState } from '../../shared/navigation/link-state.ts';
import { useBrowseTexts } from '../../shared/texts/browse-texts.ts';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import { filtersSearch, type Filters } from './filters.ts';
import { pagerItems } from './paging.ts';
import styles from './pager.module.css';

export type PagerProps = {
  readonly filters: Filters;
  /** The page that is shown. */
  readonly page: number;
  readonly pages: number;
};

/** Links to the other pages of results, with which one can also open them in a tab or without scripts. */
export function Pager({ filters, page, pages }: PagerProps) {
  const { pager: texts } = useBrowseTexts();
  const to = (wanted: number) => ({ search: filtersSearch({ ...filters, page: wanted }) });
  return (
    <nav className={styles.pager} aria-label={texts.label}>
      <Step to={page > 1 ? to(page - 1) : null} icon="previous" rel="prev" text={texts.previous} />
      <ol className={styles.pages}>
        {pagerItems(page, pages).map((item, index) =>
          item === null ? (
            <li key={`gap-${index}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={item}>
              <Link
                className={item === page ? styles.current : styles.page}
                to={to(item)}
                state={resultsState}
                aria-label={texts.page(item)}
                aria-current={item === page ? 'page' : undefined}
              >
                {item}
              </Link>
            </li>
          ),
        )}
      </ol>
      <Step to={page < pages ? to(page + 1) : null} icon="next" rel="next" text={texts.next} />
    </nav>
  );
}

type StepProps = {
  /** Null at the end, where there is nowhere to go. */
  readonly to: { readonly search: string } | null;
  readonly icon: IconName;
  readonly rel: 'prev' | 'next';
  readonly text: string;
};

function Step({ to, icon, rel, text }: StepProps) {
  const className = `${styles.step} ${styles[rel]}`;
  const content = (
    <>
      <Icon name={icon} />
      <span>{text}</span>
    </>
  );
  if (to)
    return (
      <Link className={className} to={to} state={resultsState} rel={rel}>
        {content}
      </Link>
    );
  return (
    <span className={className} role="link" aria-disabled="true">
      {content}
    </span>
  );
}
