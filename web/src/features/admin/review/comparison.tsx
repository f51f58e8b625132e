import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { fieldNames, fieldText, type FieldName } from '../listings/fields.ts';
import panel from '../listings/panel.module.css';
import type { FieldChange } from './changes-since-approval.ts';
import styles from './review-item.module.css';

type ComparisonProps = {
  readonly listing: OwnBusinessResponse;
  /** Null when there is no approved version. */
  readonly changes: readonly FieldChange[] | null;
};

const shownFields = fieldNames.filter((name) => name !== 'imagePath');

/** What changed since the approval, and the rest on demand; of what was never approved, everything. */
export function Comparison({ listing, changes }: ComparisonProps) {
  const { review } = useAdminTexts();
  const [showAll, setShowAll] = useState(false);
  if (changes === null)
    return (
      <section className={styles.section}>
        <p>{review.freshLong}</p>
        <Values listing={listing} names={shownFields} />
      </section>
    );
  const changed = shownFields.filter((name) => changes.some(({ field }) => field === name));
  const unchanged = shownFields.filter((name) => !changed.includes(name));
  return (
    <section className={styles.section}>
      <p className={styles.count}>{review.changedCount(changes.length)}</p>
      {changed.length > 0 && <ChangedFields changes={changes} names={changed} />}
      <label className={styles.showAll}>
        <input
          type="checkbox"
          checked={showAll}
          onChange={({ currentTarget: { checked } }) => {
            setShowAll(checked);
          }}
        />
        {review.showUnchanged}
      </label>
      {showAll && <Values listing={listing} names={unchanged} />}
    </section>
  );
}

type ChangedFieldsProps = {
  readonly changes: readonly FieldChange[];
  readonly names: readonly FieldName[];
};

function ChangedFields({ changes, names }: ChangedFieldsProps) {
  const { common, fields, review } = useAdminTexts();
  const text = (value: unknown) => fieldText(value) || common.empty;
  return (
    <table className={panel.changes}>
      <thead>
        <tr>
          <th scope="col">{review.field}</th>
          <th scope="col">{review.before}</th>
          <th scope="col">{review.now}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const change = changes.find(({ field }) => field === name);
          return (
            <tr key={name}>
              <th scope="row">{fields[name]}</th>
              <td className={styles.old}>{text(change?.before)}</td>
              <td className={styles.new}>
                <mark>{text(change?.after)}</mark>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type ValuesProps = {
  readonly listing: OwnBusinessResponse;
  readonly names: readonly (typeof fieldNames)[number][];
};

function Values({ listing, names }: ValuesProps) {
  const { common, fields } = useAdminTexts();
  return (
    <dl className={panel.values}>
      {names.map((name) => (
        <div key={name}>
          <dt>{fields[name]}</dt>
          <dd>{fieldText(listing[name]) || common.empty}</dd>
        </div>
      ))}
    </dl>
  );
}
