import type { UsualWaitResponse } from '@directory/api/contracts';
import { formatPhone } from '@directory/domain/catalogue';
import type { ReactNode } from 'react';
import { fields, usuallyWithin } from '../../texts/owner-texts.ts';
import { sharedTexts } from '../../texts/shared-texts.ts';
import { Photo, type Pictured } from '../place/place-parts.tsx';
import place from '../place/place-parts.module.css';
import { useResource, useSite } from '../resource/use-resource.ts';
import ui from '../ui/ui.module.css';
import styles from './listing-parts.module.css';

type StatusBadgeProps = {
  readonly status: keyof typeof sharedTexts.statuses;
  /** Smaller, capitalised and without a mark, for tables. */
  readonly compact?: boolean;
};

/** The specification shows owners the status in lower case. The mark distinguishes it without colours. */
export function StatusBadge({ status, compact = false }: StatusBadgeProps) {
  return (
    <span className={`${compact ? styles.compact : styles.badge} ${styles[status]}`}>
      {compact ? sharedTexts.statuses[status] : status}
    </span>
  );
}

const malayFields: ReadonlySet<string> = new Set([
  'businessName',
  'operatingHours',
  'businessInfo',
  'subCategory',
  'kampong',
  'facilities',
  'address',
  'synopsis',
]);

/** The language of what a field holds, if it is not English. */
export function langOf(field: string): 'ms' | undefined {
  return malayFields.has(field) ? 'ms' : undefined;
}

type FieldRowProps = {
  readonly label: string;
  readonly lang?: 'ms' | undefined;
  readonly children: ReactNode;
  /** Shown if there is no value. */
  readonly nothing: string;
};

export function FieldRow({ label, lang, children, nothing }: FieldRowProps) {
  return (
    <div className={`${ui.stack} ${styles.row}`}>
      <dt className={ui.small}>{label}</dt>
      <dd
        className={`${ui.lines} ${children ? '' : styles.empty}`}
        lang={children ? lang : undefined}
      >
        {children || nothing}
      </dd>
    </div>
  );
}

export type Detail = readonly [name: keyof typeof fields, value: ReactNode, label?: string];

/** What an owner entered, with the labels of the form. Phone numbers are as visitors see them. */
export function DetailList({ details }: { readonly details: readonly Detail[] }) {
  return (
    <dl>
      {details.map(([name, value, label = fields[name]]) => (
        <FieldRow key={name} label={label} lang={langOf(name)} nothing="Not Provided">
          {phones.has(name) && typeof value === 'string' ? formatPhone(value) : value}
        </FieldRow>
      ))}
    </dl>
  );
}

const phones: ReadonlySet<string> = new Set(['phone', 'whatsapp']);

/** The photograph of a listing, or its drawn house, beside its name. */
export function Thumbnail({ listing }: { readonly listing: Pictured }) {
  return (
    <div className={place.thumbnail}>
      <Photo
        place={listing}
        sizes="100px"
        width={100}
        height={100}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </div>
  );
}

type NothingFoundProps = {
  readonly title: string;
  readonly text: string;
  readonly level?: 'h2' | 'h3';
  /** What the person can do instead. */
  readonly children?: ReactNode;
};

/** Shown in place of an empty list. */
export function NothingFound({ title, text, level: Heading = 'h2', children }: NothingFoundProps) {
  return (
    <div className={`${ui.none} ${ui.anywhere}`}>
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Whether the last approved version of a listing stays public while a change of it waits for review; false until the settings are loaded. */
export function useStaysPublic(): boolean {
  return useSite()?.keepLastApprovedPublic ?? false;
}

/** Whether visitors cannot have seen a listing while it had this status. */
export function useIsHidden(status: string | null): boolean {
  const staysPublic = useStaysPublic();
  return status === 'rejected' || status === 'deleted' || (status === 'pending' && !staysPublic);
}

/** In how many working days a review is usually done, in words. */
export function useUsualWait(): string {
  const { data } = useResource<UsualWaitResponse>('/api/review-figures/usual-wait');
  return usuallyWithin(data?.workingDays ?? null);
}

/** What visitors see of a public listing while a change of it is reviewed. */
export function VisibilityNote() {
  const staysPublic = useStaysPublic();
  const usualWait = useUsualWait();
  return (
    <p>
      {staysPublic
        ? 'Visitors will keep seeing the approved version until the new one is reviewed.'
        : `Your listing will be hidden from visitors until an administrator has reviewed it${usualWait}.`}
    </p>
  );
}
