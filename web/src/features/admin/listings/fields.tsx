import type { BusinessResponse, HistoryResponse } from '@directory/api/contracts';
import { isOpeningTimes } from '@directory/domain/catalogue';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { openingTimesText } from '../../../texts/opening-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from '../admin.module.css';

const { common, fields } = adminTexts;

/** The fields that are shown as text, in the order of the table; the photo is shown apart. */
export const textFields = [
  'businessName',
  'phone',
  'operatingHours',
  'openingTimes',
  'yearStarted',
  'email',
  'website',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'whatsapp',
  'location',
  'onlineOrder',
  'address',
  'synopsis',
  'businessInfo',
  'subCategory',
  'kampong',
  'facilities',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof typeof fields & keyof BusinessResponse)[];
type TextField = (typeof textFields)[number];

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
          <dd>{valueText(listing[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

export type FieldChange = HistoryResponse['entries'][number]['changes'][number];

type ChangesTableProps = {
  readonly changes: readonly FieldChange[];
  readonly headings: { readonly field: string; readonly before: string; readonly after: string };
  /** Highlights the new values. */
  readonly highlighted?: boolean;
};

export function ChangesTable({ changes, headings, highlighted = false }: ChangesTableProps) {
  return (
    <table className={`${ui.table} ${styles.changes} ${highlighted ? styles.highlighted : ''}`}>
      <thead>
        <tr>
          <th scope="col">{headings.field}</th>
          <th scope="col">{headings.before}</th>
          <th scope="col">{headings.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldLabel(field)}</th>
            <td>{valueText(before)}</td>
            <td>{highlighted ? <mark>{valueText(after)}</mark> : valueText(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A field that a later release added has no label here and is shown by its name. */
function fieldLabel(field: string): string {
  const labels: Readonly<Record<string, string>> = fields;
  return labels[field] ?? field;
}

function valueText(value: unknown): string {
  if (isOpeningTimes(value)) return openingTimesText(value);
  if (Array.isArray(value)) return value.join(', ') || common.empty;
  if (typeof value === 'number') return String(value);
  return (typeof value === 'string' && value) || common.empty;
}
