import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useQueryChoice } from '../../../shared/navigation/use-query.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { DecisionDialogs } from '../decisions/decision-dialogs.tsx';
import { OutcomeLine } from '../decisions/outcome-line.tsx';
import { useDecisions } from '../decisions/use-decisions.ts';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { countByStatus } from '../listings/count-by-status.ts';
import { LoadFailure, Loading } from '../listings/load-failure.tsx';
import panel from '../listings/panel.module.css';
import { useListings } from '../listings/use-listings.ts';
import { BusinessCards } from './business-cards.tsx';
import styles from './business-list-page.module.css';
import { BusinessTable } from './business-table.tsx';
import {
  type ListFilters,
  listSearch,
  matchingName,
  pageOf,
  parseListFilters,
  withStatus,
} from './list-filters.ts';
import { ListPager } from './list-pager.tsx';
import { type Sort, sortListings } from './list-sort.ts';
import { ListTools } from './list-tools.tsx';
import { SortSelect } from './sort-select.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import { useRowFocus } from './use-row-focus.ts';

export function BusinessListPage() {
  const { common, list } = useAdminTexts();
  const { data, error, retry } = useListings();
  const [query, choose] = useQueryChoice();
  const filters = useMemo(() => parseListFilters(query), [query]);
  const named = useMemo(() => data && matchingName(data, filters.q), [data, filters.q]);
  const setFilters = (next: ListFilters) => {
    choose(listSearch(next), { replace: true });
  };
  return (
    <AdminFrame
      wide
      titleIsHeading
      title={list.title}
      tools={
        <ListTools filters={filters} counts={named && countByStatus(named)} onFilter={setFilters} />
      }
    >
      <div className={styles.page}>
        {error !== undefined && <LoadFailure text={common.failed} onRetry={retry} />}
        {named === undefined && error === undefined && <Loading />}
        {named && (
          <Businesses named={named} filters={filters} onFilter={setFilters} onReload={retry} />
        )}
      </div>
    </AdminFrame>
  );
}

type BusinessesProps = {
  readonly named: readonly OwnBusinessResponse[];
  readonly filters: ListFilters;
  readonly onFilter: (filters: ListFilters) => void;
  readonly onReload: () => void;
};

function Businesses({ named, filters, onFilter, onReload }: BusinessesProps) {
  const { list } = useAdminTexts();
  const isNarrow = useIsNarrow();
  const { status, sort } = filters;
  const chosen = useMemo(
    () => sortListings(withStatus(named, status), sort),
    [named, status, sort],
  );
  const shown = useMemo(() => pageOf(chosen, filters.page), [chosen, filters.page]);
  const ids = useMemo(() => shown.rows.map(({ id }) => id), [shown]);
  const focusRow = useRowFocus(ids);
  const decisions = useDecisions((done) => {
    if (done) focusRow(done.listing.id);
    onReload();
  });
  const handleSort = (next: Sort | null) => {
    onFilter({ ...filters, sort: next, page: 1 });
  };
  const Rows = isNarrow ? BusinessCards : BusinessTable;
  return (
    <>
      <p role="status" className={styles.shown}>
        {list.shown(shown.first, shown.last, chosen.length)}
      </p>
      {isNarrow && <SortSelect sort={sort} onSort={handleSort} />}
      {chosen.length === 0 ? (
        <NoBusinesses />
      ) : (
        <Rows
          businesses={shown.rows}
          caption={list.caption(list.filters[status])}
          decisions={decisions}
          sort={sort}
          onSort={handleSort}
        />
      )}
      <ListPager filters={filters} page={shown.page} pages={shown.pages} />
      <OutcomeLine decisions={decisions} />
      <DecisionDialogs decisions={decisions} />
    </>
  );
}

function NoBusinesses() {
  const { list } = useAdminTexts();
  return (
    <div className={panel.none}>
      <h2>{list.none}</h2>
      <p>{list.noneText}</p>
      <Link className={ui.quiet} to="/business-list">
        {list.showAll}
      </Link>
    </div>
  );
}
