import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { ComponentType, ReactNode } from 'react';
import { Select } from '../../../shared/forms/form-fields.tsx';
import { useDateText } from '../../../shared/listing/site-time.ts';
import { Link } from '../../../shared/navigation/router.tsx';
import { webLink } from '../../../shared/place/links.ts';
import { imageSources, DemonstrationBadge } from '../../../shared/place/place-parts.tsx';
import { AlertDialog, DialogButton, PhotoDialog } from '../../../shared/ui/modal.tsx';
import { StatusBadge } from '../../../shared/listing/listing-parts.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { common, fields, list } from '../../../texts/admin-texts.ts';
import type { Decisions } from '../decisions/use-decisions.ts';
import { Dated } from '../listings/time.tsx';
import styles from './list.module.css';

export type ColumnName = keyof typeof list.columns;

export type CellProps = { readonly business: OwnBusinessResponse; readonly decisions: Decisions };

export type Column = {
  readonly name: ColumnName;
  /** Malay for local names. */
  readonly lang?: 'ms';
} & ({ readonly text: TextOf } | { readonly Cell: ComponentType<CellProps> });

type TextOf = (business: OwnBusinessResponse) => string | number | null;

/** All columns after the name, which heads each row, in the order of the specification. */
export const columns: readonly Column[] = [
  { name: 'phone', text: ({ phone }) => phone },
  { name: 'operatingHours', lang: 'ms', text: ({ operatingHours }) => operatingHours },
  { name: 'yearStarted', text: ({ yearStarted }) => yearStarted },
  { name: 'email', text: ({ email }) => email },
  { name: 'website', Cell: linkCell(({ website }) => website, 'Visit') },
  { name: 'socialMedia', Cell: SocialCell },
  { name: 'location', Cell: linkCell(({ location }) => location, 'Map') },
  { name: 'onlineOrder', Cell: linkCell(({ onlineOrder }) => onlineOrder, 'Order') },
  { name: 'address', text: ({ address }) => address },
  { name: 'synopsis', Cell: SynopsisCell },
  { name: 'businessInfo', lang: 'ms', text: ({ businessInfo }) => businessInfo },
  { name: 'subCategory', lang: 'ms', text: ({ subCategory }) => subCategory },
  { name: 'kampong', lang: 'ms', text: ({ kampong }) => kampong },
  { name: 'facilities', lang: 'ms', text: ({ facilities }) => facilities.join(', ') },
  { name: 'images', Cell: ImageCell },
  { name: 'status', Cell: StatusCell },
  { name: 'action', Cell: ActionCell },
];

/** The columns to choose from, each with the status and the actions. */
export const columnChoices = {
  all: columns,
  review: columnsNamed('phone', 'businessInfo', 'kampong', 'status', 'action'),
  contact: columnsNamed('phone', 'email', 'website', 'socialMedia', 'status', 'action'),
};

function columnsNamed(...names: readonly ColumnName[]): readonly Column[] {
  return columns.filter(({ name }) => names.includes(name));
}

export function NameLink({ business }: Pick<CellProps, 'business'>) {
  return (
    <span className={styles.name}>
      <Link to={`/adminDashboard/history/${business.id}`} title={business.businessName}>
        {business.businessName}
      </Link>
      <DemonstrationBadge place={business} text="Demo" />
    </span>
  );
}

export function ColumnValue({ column, ...cell }: CellProps & { readonly column: Column }) {
  if ('Cell' in column) return <column.Cell {...cell} />;
  return column.text(cell.business) || common.empty;
}

function linkCell(read: (business: OwnBusinessResponse) => string | null, label: string) {
  return function LinkCell({ business }: CellProps) {
    return (
      <ExternalLink address={read(business)} of={business.businessName}>
        {label}
      </ExternalLink>
    );
  };
}

const networks = ['facebook', 'instagram', 'youtube', 'tiktok'] as const;

function SocialCell({ business }: CellProps) {
  const given = networks.filter((network) => business[network]);
  if (given.length === 0 && !business.whatsapp) return common.empty;
  return (
    <ul className={styles.links}>
      {given.map((network) => (
        <li key={network}>
          <ExternalLink address={business[network]} of={business.businessName}>
            {fields[network]}
          </ExternalLink>
        </li>
      ))}
      {business.whatsapp && (
        <li>
          {fields.whatsapp} {business.whatsapp}
        </li>
      )}
    </ul>
  );
}

const maxPreviewLength = 50;

/** The first 50 characters of a longer synopsis; null when it is short enough to be shown in full. */
export function cutSynopsis(synopsis: string): string | null {
  const characters = Array.from(synopsis);
  if (characters.length <= maxPreviewLength) return null;
  return characters.slice(0, maxPreviewLength).join('');
}

function SynopsisCell({ business: { businessName, synopsis } }: CellProps) {
  if (!synopsis) return common.empty;
  const cut = cutSynopsis(synopsis);
  if (cut === null) return synopsis;
  return (
    <>
      <span title={synopsis}>{cut}…</span>{' '}
      <DialogButton
        className={`${ui.textButton} ${styles.textButton}`}
        dialog={(close) => (
          <AlertDialog title={businessName} onClose={close}>
            <p className={styles.fullSynopsis}>{synopsis}</p>
          </AlertDialog>
        )}
      >
        Read More <span className={ui.hidden}>{` ${businessName}`}</span>
      </DialogButton>
    </>
  );
}

function ImageCell({ business: { businessName, imagePath } }: CellProps) {
  if (imagePath === null) return common.empty;
  const sources = imageSources(imagePath);
  const photo = { ...sources, alt: `Photo of ${businessName}` };
  return (
    <DialogButton
      className={`${ui.textButton} ${styles.textButton} ${styles.image}`}
      dialog={(close) => <PhotoDialog title={businessName} photo={photo} onClose={close} />}
    >
      <img
        {...sources}
        className={styles.thumbnail}
        sizes="40px"
        width={40}
        height={40}
        alt=""
        loading="lazy"
        decoding="async"
      />
      View Image <span className={ui.hidden}>{` ${businessName}`}</span>
    </DialogButton>
  );
}

/** The status, or the choice of a decision for a pending business. */
export function StatusCell({ business, decisions }: CellProps) {
  const { status, changedAt } = business;
  const dateText = useDateText();
  return (
    <span title={dateText(changedAt)}>
      {status === 'pending' ? (
        <>
          <span className={ui.hidden}>{list.filters.pending}</span>
          <ChangeStatus business={business} decisions={decisions} />
        </>
      ) : (
        <StatusBadge compact status={status} />
      )}{' '}
      <span className={ui.hidden}>
        <Dated time={changedAt} />
      </span>
    </span>
  );
}

/** A choice only opens a dialog, as on some systems the arrow keys already choose. */
function ChangeStatus({ business, decisions: { confirm, busyId } }: CellProps) {
  return (
    <Select
      frame={styles.pending}
      aria-label={`Change Status of ${business.businessName}`}
      aria-busy={busyId === business.id}
      nothing="Change Status"
      options={[
        { value: 'approve', label: 'Approve' },
        { value: 'reject', label: 'Reject' },
      ]}
      value=""
      onChange={({ currentTarget: { value } }) => {
        if (value === 'approve' || value === 'reject') confirm(value, business);
      }}
    />
  );
}

export function ActionCell({ business, decisions: { confirm, busyId } }: CellProps) {
  const { id, businessName } = business;
  return (
    <button
      type="button"
      className={`${ui.quiet} ${ui.destructive} ${styles.delete}`}
      aria-busy={busyId === id}
      onClick={() => confirm('delete', business)}
    >
      Delete <span className={ui.hidden}>{` ${businessName}`}</span>
    </button>
  );
}

type ExternalLinkProps = {
  readonly address: string | null;
  readonly children: ReactNode;
  /** The name of the business, for screen readers. */
  readonly of: string;
};

/** A link that opens a new tab. An address that is not a safe web link is shown as text. */
function ExternalLink({ address, children, of }: ExternalLinkProps) {
  const href = webLink(address);
  if (href === null) return address ?? common.empty;
  return (
    <a href={href} target="_blank" rel="noopener nofollow ugc" title={href}>
      {children} <span className={ui.hidden}>{` ${of} ${common.newTab}`}</span>
    </a>
  );
}
