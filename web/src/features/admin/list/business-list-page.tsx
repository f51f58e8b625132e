import type { ListingPageResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { resultsState, useResultsFocus } from '../../../shared/navigation/link-state.ts';
import { useQueryChoice } from '../../../shared/navigation/router.tsx';
import { useSettled } from '../../../shared/forms/form-fields.tsx';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';
import { NothingFound } from '../../../shared/listing/listing-parts.tsx';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { useMedia } from '../../../shared/ui/viewport.ts';
import ui from '../../../shared/ui/ui.module.css';
import { common, list } from '../../../texts/admin-texts.ts';
import { DecisionDialogs, OutcomeLine } from '../decisions/decision-dialogs.tsx';
import { useDecisions } from '../decisions/use-decisions.ts';
import { useRowFocus } from '../listings/focus.ts';
import { AdminFrame, useReload, useSetting } from '../frame/admin-frame.tsx';
import { BusinessCards, BusinessTable } from './business-table.tsx';
import { columnChoices } from './cells.tsx';
import {
  ListTools,
  SortSelect,
  ToolSelect,
  listingPagePath,
  listSearch,
  parseListFilters,
  type ListFilters,
  type Sort,
} from './list-controls.tsx';
import styles from './list.module.css';
import { businesses, number } from '../../../texts/count.ts';
import { QuietLink } from '../../../shared/ui/controls.tsx';

export function BusinessListPage() {
  const [query, choose] = useQueryChoice();
  const filters = parseListFilters(query);
  const listings = useListingPage(filters);
  const reload = useReload(listings.retry);
  const { data } = listings;
  const setFilters = (next: ListFilters) => choose(listSearch(next), { replace: true });
  return (
    <AdminFrame
      titleIsHeading
      title="Business List"
      tools={<ListTools filters={filters} counts={data?.counts} onFilter={setFilters} />}
    >
      <div className={`${ui.stack} ${styles.page}`}>
        <LoadState resource={listings} failed={common.failed} />
        {data && (
          <Businesses shown={data} filters={filters} onFilter={setFilters} onReload={reload} />
        )}
      </div>
    </AdminFrame>
  );
}

/** How long after the last letter that was typed the list is loaded. */
const settledMs = 200;

/** A page of listings; the one before stays until it is loaded. */
function useListingPage(filters: ListFilters): Resource<ListingPageResponse> {
  const q = useSettled(filters.q, settledMs);
  const resource = useResource<ListingPageResponse>(listingPagePath({ ...filters, q }));
  const [last, setLast] = useState(resource.data);
  if (resource.data && resource.data !== last) setLast(resource.data);
  return { ...resource, data: resource.data ?? last };
}

type BusinessesProps = {
  readonly shown: ListingPageResponse;
  readonly filters: ListFilters;
  readonly onFilter: (filters: ListFilters) => void;
  readonly onReload: () => void;
};

/** Narrower than 700 px. */
const tooNarrow = '(max-width: 43.7499rem)';

function Businesses({ shown, filters, onFilter, onReload }: BusinessesProps) {
  const isNarrow = useMedia(tooNarrow);
  const { status, sort } = filters;
  const { listings, first, total } = shown;
  const focusRow = useRowFocus(listings);
  const { target } = useResultsFocus<HTMLParagraphElement>();
  const decisions = useDecisions((done) => {
    if (done) focusRow(done.listing.id);
    onReload();
  });
  const handleSort = (next: Sort | null) => onFilter({ ...filters, sort: next, page: 1 });
  const [setting, setChoice] = useSetting('admin-list-columns');
  const choice = setting === 'review' || setting === 'contact' ? setting : 'all';
  const rows = {
    businesses: listings,
    caption: `${list.filters[status]} businesses`,
    decisions,
  };
  return (
    <>
      <div className={`${ui.row} ${ui.spread}`}>
        <p role="status" ref={target} tabIndex={-1} className={ui.soft}>
          {total === 0
            ? 'No businesses'
            : total === 1
              ? businesses(total)
              : `${number.format(first)}–${number.format(first + listings.length - 1)} of ${businesses(total)}`}
        </p>
        {isNarrow ? (
          <SortSelect sort={sort} onSort={handleSort} />
        ) : (
          <ToolSelect
            label="Columns"
            options={Object.entries(list.columnChoices).map(([value, label]) => ({ value, label }))}
            value={choice}
            onChange={({ currentTarget: { value } }) => setChoice(value)}
          />
        )}
      </div>
      {total === 0 ? (
        <NothingFound title="No matching businesses" text="Try another name or status.">
          <QuietLink to="/business-list" state={resultsState}>
            Show all businesses
          </QuietLink>
        </NothingFound>
      ) : isNarrow ? (
        <BusinessCards {...rows} />
      ) : (
        <BusinessTable
          {...rows}
          page={shown.page}
          columns={columnChoices[choice]}
          sort={sort}
          onSort={handleSort}
        />
      )}
      <Pager
        page={shown.page}
        pages={shown.pages}
        searchOf={(page) => listSearch({ ...filters, page })}
      />
      <OutcomeLine decisions={decisions} />
      <DecisionDialogs decisions={decisions} />
    </>
  );
}
