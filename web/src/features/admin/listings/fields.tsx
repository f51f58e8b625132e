import type { BusinessResponse, HistoryResponse } from '@directory/api/contracts';
import { isOpeningTimes, telLink, whatsappDigits } from '@directory/domain/catalogue';
import { keysOf } from '@directory/domain/shared/collections';
import { textOf } from '@directory/domain/shared/unknown';
import type { ReactNode } from 'react';
import { langOf } from '../../../shared/listing/listing-parts.tsx';
import { linkFields } from '../../../shared/listing-form/form-values.ts';
import { webLink } from '../../../shared/place/links.ts';
import { TableHead } from '../../../shared/ui/scroll-region.tsx';
import { common, fields } from '../../../texts/admin-texts.ts';
import { openingTimesText } from '../../../texts/opening-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from '../admin.module.css';

type TextField = Exclude<keyof typeof fields, 'imagePath'>;

/** The fields that are shown as text, in the order of the table; the photo is shown apart. */
export const textFields = keysOf(fields).filter((name) => name !== 'imagePath');

type FieldValuesProps = {
  readonly listing: Pick<BusinessResponse, TextField>;
  readonly names?: readonly TextField[];
};

export function FieldValues({ listing, names = textFields }: FieldValuesProps) {
  return (
    <dl className={styles.values}>
      {names.map((name) => (
        <div key={name}>
          <dt>{fields[name]}</dt>
          <dd lang={langOf(name)}>
            <FieldLink name={name} value={listing[name]}>
              {valueText(listing[name])}
            </FieldLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export type FieldChange = HistoryResponse['entries'][number]['changes'][number];

type ChangesTableProps = {
  readonly changes: readonly FieldChange[];
  readonly headings?: { readonly before: string; readonly after: string };
  /** Marks what changed within the values, and links the new ones. */
  readonly highlighted?: boolean;
};

const usualHeadings = { before: 'Before', after: 'After' };

export function ChangesTable(props: ChangesTableProps) {
  const { changes, headings = usualHeadings, highlighted = false } = props;
  return (
    <div className={ui.scrollFade}>
      <table className={`${ui.table} ${styles.changes} ${highlighted ? styles.highlighted : ''}`}>
        <caption className={ui.hidden}>Changed fields</caption>
        <TableHead columns={['Field', headings.before, headings.after]} />
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{fieldLabel(change.field)}</th>
              {highlighted ? <Difference {...change} /> : <Values {...change} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The values before and after, but what was done to a photo, whose values are names of files. */
function Values({ field, before, after }: FieldChange) {
  if (field === 'imagePath') return <td colSpan={2}>{photoChange(before, after)}</td>;
  return (
    <>
      <td lang={langOf(field)}>
        <Folded text={valueText(before)} />
      </td>
      <td lang={langOf(field)}>
        <Folded text={valueText(after)} />
      </td>
    </>
  );
}

/** Folds a long text: on a phone a column is a dozen characters wide, and a synopsis may have thousands. */
function Folded({ text }: { readonly text: string }) {
  const characters = Array.from(text);
  if (characters.length <= 200) return text;
  return (
    <details>
      <summary>{characters.slice(0, 100).join('')}…</summary>
      {text}
    </details>
  );
}

function photoChange(before: unknown, after: unknown): string {
  if (before === null) return 'Photo added';
  return after === null ? 'Photo removed' : 'Photo changed';
}

function Difference({ field, before, after }: FieldChange) {
  const parts = changedParts(valueText(before), valueText(after));
  return (
    <>
      <td lang={langOf(field)}>
        {parts.before[0]}
        {parts.before[1] && <del>{parts.before[1]}</del>}
        {parts.before[2]}
      </td>
      <td lang={langOf(field)}>
        <FieldLink name={field} value={after}>
          {parts.after[0]}
          {parts.after[1] && <mark>{parts.after[1]}</mark>}
          {parts.after[2]}
        </FieldLink>
      </td>
    </>
  );
}

type FieldLinkProps = {
  readonly name: string;
  readonly value: unknown;
  readonly children: ReactNode;
};

/** Links a web address or a telephone number, which a reviewer has to try. */
function FieldLink({ name, value, children }: FieldLinkProps) {
  const text = textOf(value);
  const web = linkFields.some((field) => field === name) ? webLink(text) : null;
  const phone = name === 'phone' ? telLink(text) : null;
  if (phone !== null) return <a href={phone}>{children}</a>;
  const chat = name === 'whatsapp' ? whatsappDigits(text) : '';
  if (web === null && chat === '') return children;
  return (
    <a
      href={web ?? `https://wa.me/${chat}`}
      target="_blank"
      rel={web === null ? 'noopener nofollow' : 'noopener nofollow ugc'}
    >
      {children} <span className={ui.hidden}>{` ${common.newTab}`}</span>
    </a>
  );
}

/** A field that a later release added has no label here and is shown by its name. */
export function fieldLabel(field: string): string {
  const labels: Readonly<Record<string, string>> = fields;
  return labels[field] ?? field;
}

function valueText(value: unknown): string {
  if (isOpeningTimes(value)) return openingTimesText(value);
  if (Array.isArray(value)) return value.join(', ') || common.empty;
  if (typeof value === 'number') return String(value);
  return (typeof value === 'string' && value) || common.empty;
}

/** A text in three parts, cut between words: it shares the start and the end with another text, but not the middle. */
type Parts = readonly [start: string, changed: string, end: string];

/** Cuts two texts where they differ. */
export function changedParts(before: string, after: string): { before: Parts; after: Parts } {
  const old = before.split(/(\s+)/);
  const now = after.split(/(\s+)/);
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const cut = (words: readonly string[]): Parts => [
    words.slice(0, start).join(''),
    words.slice(start, words.length - end).join(''),
    words.slice(words.length - end).join(''),
  ];
  return { before: cut(old), after: cut(now) };
}
