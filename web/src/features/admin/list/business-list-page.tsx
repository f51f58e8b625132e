import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useMemo } from 'react';
import { Link } from '../../../shared/navigation/router.tsx';
import { useQueryChoice } from '../../../shared/navigation/use-query.ts';
import { LoadState } from '../../../shared/ui/load-state.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { DecisionDialogs, OutcomeLine } from '../decisions/decision-dialogs.tsx';
import { useDecisions } from '../decisions/use-decisions.ts';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { countByStatus, useListings } from '../listings/listings.ts';
import { useSetting } from '../listings/use-setting.ts';
import { BusinessCards, BusinessTable, useIsNarrow, useRowFocus } from './business-table.tsx';
import { columnChoices } from './cells.tsx';
import { ColumnSelect, ListTools, SortSelect } from './list-controls.tsx';
import {
  listPage,
  listSearch,
  matchingName,
  parseListFilters,
  sortListings,
  withStatus,
  type ListFilters,
  type Sort,
} from './list-filters.ts';
import styles from './list.module.css';

const { common, list } = adminTexts;

export function BusinessListPage() {
  const listings = useListings();
  const { data, retry } = listings;
  const [query, choose] = useQueryChoice();
  const filters = useMemo(() => parseListFilters(query), [query]);
  const named = useMemo(() => data && matchingName(data, filters.q), [data, filters.q]);
  const setFilters = (next: ListFilters) => {
    choose(listSearch(next), { replace: true });
  };
  return (
    <AdminFrame
      titleIsHeading
      title={list.title}
      tools={
        <ListTools filters={filters} counts={named && countByStatus(named)} onFilter={setFilters} />
      }
    >
      <div className={`${ui.stack} ${styles.page}`}>
        <LoadState resource={listings} failed={common.failed} />
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
  const isNarrow = useIsNarrow();
  const { status, sort } = filters;
  const matching = useMemo(
    () => sortListings(withStatus(named, status), sort),
    [named, status, sort],
  );
  const shown = useMemo(() => listPage(matching, filters.page), [matching, filters.page]);
  const ids = useMemo(() => shown.items.map(({ id }) => id), [shown]);
  const focusRow = useRowFocus(ids);
  const decisions = useDecisions((done) => {
    if (done) focusRow(done.listing.id);
    onReload();
  });
  const handleSort = (next: Sort | null) => {
    onFilter({ ...filters, sort: next, page: 1 });
  };
  const [setting, setChoice] = useSetting('admin-list-columns');
  const choice = setting === 'review' || setting === 'contact' ? setting : 'all';
  const rows = {
    businesses: shown.items,
    caption: list.caption(list.filters[status]),
    decisions,
  };
  return (
    <>
      <div className={`${ui.row} ${ui.spread}`}>
        <p role="status" className={ui.soft}>
          {list.shown(shown.first, shown.last, matching.length)}
        </p>
        {isNarrow ? (
          <SortSelect sort={sort} onSort={handleSort} />
        ) : (
          <ColumnSelect chosen={choice} onChoose={setChoice} />
        )}
      </div>
      {matching.length === 0 ? (
        <div className={ui.none}>
          <h2>{list.none}</h2>
          <p>{list.noneText}</p>
          <Link className={ui.quiet} to="/business-list">
            {list.showAll}
          </Link>
        </div>
      ) : isNarrow ? (
        <BusinessCards {...rows} />
      ) : (
        <BusinessTable {...rows} columns={columnChoices[choice]} sort={sort} onSort={handleSort} />
      )}
      {shown.pages > 1 && (
        <Pager
          page={shown.page}
          pages={shown.pages}
          searchOf={(page) => listSearch({ ...filters, page })}
        />
      )}
      <OutcomeLine decisions={decisions} />
      <DecisionDialogs decisions={decisions} />
    </>
  );
}
