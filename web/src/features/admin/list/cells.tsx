import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useState, type ComponentType, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { imageSources } from '../../../shared/place/place-image.tsx';
import { webLink } from '../../../shared/place/links.ts';
import { AlertDialog, Modal } from '../../../shared/ui/modal.tsx';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import type { Decisions } from '../decisions/use-decisions.ts';
import { Dated } from '../listings/time.tsx';
import styles from './list.module.css';

const { common, fields, list } = adminTexts;

export type ColumnName = keyof typeof list.columns;

type CellProps = { readonly business: OwnBusinessResponse; readonly decisions: Decisions };

type Column = {
  readonly name: ColumnName;
  readonly Cell: ComponentType<CellProps>;
  /** Malay for local names. */
  readonly lang?: 'ms';
};

/** All columns after the name, which heads each row, in the order of the specification. */
export const columns: readonly Column[] = [
  { name: 'phone', Cell: textCell(({ phone }) => phone) },
  { name: 'operatingHours', lang: 'ms', Cell: textCell(({ operatingHours }) => operatingHours) },
  { name: 'yearStarted', Cell: textCell(({ yearStarted }) => yearStarted) },
  { name: 'email', Cell: textCell(({ email }) => email) },
  { name: 'website', Cell: linkCell(({ website }) => website, list.visit) },
  { name: 'socialMedia', Cell: SocialCell },
  { name: 'location', Cell: linkCell(({ location }) => location, list.map) },
  { name: 'onlineOrder', Cell: linkCell(({ onlineOrder }) => onlineOrder, list.order) },
  { name: 'address', Cell: textCell(({ address }) => address) },
  { name: 'synopsis', Cell: SynopsisCell },
  { name: 'businessInfo', lang: 'ms', Cell: textCell(({ businessInfo }) => businessInfo) },
  { name: 'subCategory', lang: 'ms', Cell: textCell(({ subCategory }) => subCategory) },
  { name: 'kampong', lang: 'ms', Cell: textCell(({ kampong }) => kampong) },
  { name: 'facilities', lang: 'ms', Cell: textCell(({ facilities }) => facilities.join(', ')) },
  { name: 'images', Cell: ImageCell },
  { name: 'status', Cell: StatusCell },
  { name: 'action', Cell: ActionCell },
];

function textCell(read: (business: OwnBusinessResponse) => string | number | null) {
  return function TextCell({ business }: CellProps) {
    return read(business) || common.empty;
  };
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

type ExternalLinkProps = {
  readonly address: string | null;
  readonly children: ReactNode;
  /** The name of the business, for screen readers. */
  readonly of: string;
};

/** Opens in a new tab. An address that is not a safe web link is shown as text. */
function ExternalLink({ address, children, of }: ExternalLinkProps) {
  const href = webLink(address);
  if (href === null) return address ?? common.empty;
  return (
    <a href={href} target="_blank" rel="noopener nofollow ugc">
      {children}{' '}
      <span className={ui.hidden}>
        {of} {common.newTab}
      </span>
    </a>
  );
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
  const [isOpen, setOpen] = useState(false);
  if (!synopsis) return common.empty;
  const cut = cutSynopsis(synopsis);
  if (cut === null) return synopsis;
  return (
    <>
      {cut}…{' '}
      <button
        type="button"
        className={styles.textButton}
        onClick={() => {
          setOpen(true);
        }}
      >
        {list.readMore} <span className={ui.hidden}>{businessName}</span>
      </button>
      {isOpen && (
        <AlertDialog
          title={businessName}
          close={common.close}
          onClose={() => {
            setOpen(false);
          }}
        >
          <p className={styles.fullSynopsis}>{synopsis}</p>
        </AlertDialog>
      )}
    </>
  );
}

/** A thumbnail that opens the full image. */
function ImageCell({ business: { businessName, imagePath } }: CellProps) {
  const [isOpen, setOpen] = useState(false);
  if (imagePath === null) return common.empty;
  const sources = imageSources(imagePath);
  const close = () => {
    setOpen(false);
  };
  return (
    <div className={styles.image}>
      <img
        {...sources}
        className={styles.thumbnail}
        sizes="100px"
        width={100}
        height={100}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <button
        type="button"
        className={styles.textButton}
        onClick={() => {
          setOpen(true);
        }}
      >
        {list.viewImage} <span className={ui.hidden}>{businessName}</span>
      </button>
      {isOpen && (
        <Modal
          wide
          title={businessName}
          onClose={close}
          actions={
            <button type="button" className={ui.button} onClick={close}>
              {common.close}
            </button>
          }
        >
          <img
            {...sources}
            className={styles.fullImage}
            sizes="min(55rem, 90vw)"
            alt={list.imageAlt(businessName)}
          />
        </Modal>
      )}
    </div>
  );
}

/** The status and its date; a pending business has the decisions too. */
function StatusCell({ business, decisions }: CellProps) {
  return (
    <div className={styles.statusCell}>
      <StatusBadge compact status={business.status} />
      <span className={styles.since}>
        <Dated time={business.changedAt} />
      </span>
      {business.status === 'pending' && <ChangeStatus business={business} decisions={decisions} />}
    </div>
  );
}

/** A choice opens a dialog first: on some systems the arrow keys already choose. */
function ChangeStatus({ business, decisions: { confirm, busyId } }: CellProps) {
  const isBusy = busyId === business.id;
  return (
    <span className={styles.selectFrame}>
      <select
        className={styles.select}
        aria-label={list.changeStatusOf(business.businessName)}
        aria-busy={isBusy}
        value=""
        onChange={({ currentTarget: { value } }) => {
          if (!isBusy && (value === 'approve' || value === 'reject')) confirm(value, business);
        }}
      >
        <option value="">{list.changeStatus}</option>
        <option value="approve">{list.approve}</option>
        <option value="reject">{list.reject}</option>
      </select>
    </span>
  );
}

function ActionCell({ business, decisions: { confirm, busyId } }: CellProps) {
  const { id, businessName } = business;
  const hiddenName = <span className={ui.hidden}>{businessName}</span>;
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={styles.delete}
        aria-busy={busyId === id}
        onClick={() => {
          if (busyId !== id) confirm('delete', business);
        }}
      >
        {list.delete} {hiddenName}
      </button>
      <Link className={styles.history} to={`/adminDashboard/history/${id}`}>
        {list.history} {hiddenName}
      </Link>
    </div>
  );
}
