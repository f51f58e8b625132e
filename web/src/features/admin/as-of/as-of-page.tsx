import { mainCategories } from '@directory/domain/catalogue';
import type { DirectoryAsOfResponse } from '@directory/api/contracts';
import { DownloadButton } from '../../../shared/download/download-button.tsx';
import { useResultsFocus } from '../../../shared/navigation/link-state.ts';
import { Link, useNavigate, useQuery } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import { SelectField, TextField, useChoiceForm } from '../../../shared/forms/form-fields.tsx';
import { firstOfEach } from '../../../shared/forms/request-form.tsx';
import {
  localTimeIn,
  timeZoneText,
  useDateText,
  useSiteTimeZone,
  withFullYear,
} from '../../../shared/listing/site-time.ts';
import { DemonstrationBadge } from '../../../shared/place/place-parts.tsx';
import { type Resource, useResource } from '../../../shared/resource/use-resource.ts';
import { Pager, wantedPage } from '../../../shared/ui/pager.tsx';
import { NothingFound, StatusBadge, useIsHidden } from '../../../shared/listing/listing-parts.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { sharedTexts } from '../../../texts/shared-texts.ts';
import admin from '../admin.module.css';
import { AdminPage, AskedLoadState } from '../frame/admin-frame.tsx';
import { useNow } from '../listings/time.tsx';
import styles from '../audit/audit.module.css';
import { count, number } from '../../../texts/count.ts';
import { LineLink } from '../../../shared/ui/controls.tsx';

const title = 'Directory as of a date';

/** The whole directory as it was at the end of a day. */
export function AsOfPage() {
  const timeZone = useSiteTimeZone();
  const today = localTimeIn(timeZone, useNow()).slice(0, 10);
  const choice = readChoice(useQuery(), today);
  return (
    <AdminPage
      title={title}
      lead="Every listing as it was at the end of a day, from the event log."
      width="narrow"
    >
      {choice.date !== '' && <Directory choice={choice} today={today} />}
    </AdminPage>
  );
}

type DirectoryProps = { readonly choice: AsOfChoice; readonly today: string };

function Directory({ choice, today }: DirectoryProps) {
  const directory = useResource<DirectoryAsOfResponse>(`/api/directory${queryOf(choice)}`);
  const zone = timeZoneText(useSiteTimeZone());
  const { data } = directory;
  const now = new Date(useNow()).toISOString();
  const { target } = useResultsFocus<HTMLParagraphElement>(data !== undefined);
  return (
    <>
      <ChoiceForm choice={choice} today={today} directory={directory} />
      <AskedLoadState
        resource={directory}
        failed="Couldn't load the directory as of this date."
        loading="Reading the event log…"
      />
      <div className={`${ui.row} ${ui.spread}`}>
        <p role="status" ref={target} tabIndex={-1}>
          {data &&
            `${count(data.matching, 'listing', 'listings')} at the end of ${dayFormat.format(Date.parse(data.date))} (${zone}).`}
        </p>
        {data && (
          // Of all listings, whatever is chosen here.
          <DownloadButton
            path={`/api/reports/listings.csv${queryOf({ by: 'business', asOf: data.date, demonstration: 'true' })}`}
          >
            Download all but deleted (CSV)
          </DownloadButton>
        )}
      </div>
      {data && (
        <>
          {data.matching === 0 ? (
            <NothingFound title="No listings" text="Try another date, status, category or name." />
          ) : (
            <ul className={ui.card}>
              {data.listings.map((listing) => (
                <PastListing
                  key={listing.id}
                  listing={listing}
                  // The present day has not ended, and nothing can be seen as of the future.
                  moment={data.moment < now ? data.moment : now}
                />
              ))}
            </ul>
          )}
          <Pager
            page={data.page}
            pages={data.pages}
            numbered
            searchOf={(page) => queryOf({ ...choice, page })}
          />
        </>
      )}
    </>
  );
}

const statuses = ['approved', 'pending', 'rejected', 'deleted'] as const;

type ChoiceFormProps = DirectoryProps & { readonly directory: Resource<DirectoryAsOfResponse> };

function ChoiceForm({ choice, today, directory: { data, error } }: ChoiceFormProps) {
  const navigate = useNavigate();
  const { date, status, category, q } = choice;
  const apply = (entered: Readonly<Record<string, string>>) =>
    navigate({ search: queryOf(readChoice(new URLSearchParams(entered), today)) });
  const chosen = { date, status, category, q };
  const { field, handleSubmit } = useChoiceForm(chosen, apply, firstOfEach(error));
  const label = (name: (typeof statuses)[number]) =>
    data
      ? `${sharedTexts.statuses[name]} (${number.format(data.counts[name])})`
      : sharedTexts.statuses[name];
  return (
    <search aria-label={title}>
      <form className={`${ui.panel} ${admin.filters} ${styles.choice}`} onSubmit={handleSubmit}>
        <TextField {...field('date')} label="Date" type="date" max={today} required />
        <SelectField
          {...field('status')}
          label="Status"
          nothing="All but deleted"
          options={statuses.map((name) => ({ value: name, label: label(name) }))}
        />
        <SelectField
          {...field('category')}
          label="Category"
          nothing="All categories"
          options={mainCategories.map((name) => ({ value: name, label: name, lang: 'ms' }))}
        />
        <TextField
          {...field('q')}
          label="Business name"
          type="search"
          maxLength={100}
          autoComplete="off"
        />
        <button className={ui.button}>Show</button>
      </form>
    </search>
  );
}

type PastListingProps = {
  readonly listing: DirectoryAsOfResponse['listings'][number];
  readonly moment: string;
};

/** A listing as of that day, with links to its page and to its fields then. */
function PastListing({ listing, moment }: PastListingProps) {
  const dateText = useDateText();
  const { id, businessName, businessInfo, subCategory, kampong, status, changedAt } = listing;
  const isHidden = useIsHidden(status);
  const search = queryOf({ at: moment });
  const page = { pathname: `/places/${id}/as-of`, search };
  const history = { pathname: `/adminDashboard/history/${id}`, search };
  const kinds = [businessInfo, subCategory, kampong].filter(Boolean).join(' · ');
  return (
    <li className={`${ui.stack} ${styles.listing}`}>
      <div>
        <h2 className={`${styles.event} ${admin.listingName}`}>
          <Link to={status === 'approved' ? page : history} lang="ms">
            {businessName}
          </Link>
        </h2>
        <p className={ui.soft} lang="ms">
          {kinds}
        </p>
        <p className={ui.small}>Last event on {dateText(changedAt)}</p>
      </div>
      <div className={`${ui.row} ${styles.state}`}>
        <StatusBadge compact status={status} />
        <DemonstrationBadge place={listing} />
      </div>
      <p className={`${ui.row} ${styles.listingLinks}`}>
        {!isHidden && (
          <LineLink to={page}>
            Page as visitors saw it
            <span className={ui.hidden}>: {businessName}</span>
          </LineLink>
        )}
        <LineLink to={history}>
          All fields and history
          <span className={ui.hidden}>: {businessName}</span>
        </LineLink>
      </p>
    </li>
  );
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

type AsOfChoice = ReturnType<typeof readChoice>;

/** What the address of the page asks for; empty texts are no filter. `today` is empty while the site's time zone is unknown. */
function readChoice(query: URLSearchParams, today: string) {
  return {
    /** As `2026-03-01`. */
    date: withFullYear(query.get('date') || today),
    status: query.get('status') ?? '',
    category: query.get('category') ?? '',
    /** A part of a name. */
    q: query.get('q')?.trim() ?? '',
    page: wantedPage(query),
  };
}
