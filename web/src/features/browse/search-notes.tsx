import { englishOf } from '@directory/domain/catalogue';
import type { Kind } from '@directory/domain/search';
import { Link } from '../../shared/navigation/router.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { activeFilters, type Filters, filtersSearch, parseFilters } from './filters.ts';
import type { ResultsPage } from './results-page.ts';
import styles from './results.module.css';

/** What a search was taken to mean, where that is not what was typed. */
export function SearchNote({ correction, unlisted, total }: ResultsPage) {
  if (correction !== null)
    return (
      <p className={`${ui.note} ${styles.note}`}>
        {texts.search.corrected} <strong>{correction}</strong>
      </p>
    );
  if (unlisted === null) return null;
  return (
    <p className={`${ui.note} ${styles.note}`}>
      {texts.search.unlisted(nameOf(unlisted))}
      {total > 0 && (
        <>
          {` ${texts.search.category} `}
          <Link to={{ search: searchOf({ category: unlisted.category }) }} lang="ms">
            {unlisted.category}
          </Link>
          .
        </>
      )}
    </p>
  );
}

export type OtherSearchesProps = {
  readonly filters: Filters;
  readonly results: ResultsPage;
};

/** Where nothing was found: searches that find something. */
export function OtherSearches({ filters, results }: OtherSearchesProps) {
  const { suggestion, unfiltered } = results;
  const hasFilters = activeFilters(filters, false).some(({ name }) => name !== 'q');
  if (suggestion !== null)
    return (
      <Link className={ui.quiet} to={{ search: searchOf({ q: suggestion }) }}>
        {texts.search.suggestion(suggestion)}
      </Link>
    );
  if (filters.q === '' || !hasFilters || unfiltered === 0) return null;
  return (
    <Link className={ui.quiet} to={{ search: searchOf({ q: filters.q }) }}>
      {texts.search.unfiltered(unfiltered)}
    </Link>
  );
}

function nameOf({ category, subcategory }: Kind): string {
  const term = subcategory ?? category;
  return englishOf(term) ?? term;
}

function searchOf(query: Readonly<Record<string, string>>): string {
  return filtersSearch(parseFilters(new URLSearchParams(query)));
}
