import type { HistoryResponse } from '@directory/api/contracts';
import { type ComponentProps, useRef } from 'react';
import { useNavigate, useQuery } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import { SelectField, useChoiceForm } from '../../../shared/forms/form-fields.tsx';
import { useDateText } from '../../../shared/listing/site-time.ts';
import { useHistory, type HistoryEntry } from '../../../shared/listing/use-history.ts';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { StatusBadge } from '../../../shared/listing/listing-parts.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { audit } from '../../../texts/admin-review-texts.ts';
import { eventLabel } from '../../../texts/history-texts.ts';
import { useFocusOnChange } from '../listings/focus.ts';
import { Dated } from '../listings/time.tsx';
import styles from './audit.module.css';
import { actorText } from './timeline.tsx';
import { VersionChanges } from '../review/comparison.tsx';
import { number } from '../../../texts/count.ts';

/** A choice of two versions, and how they differ. */
export function VersionComparison({ history }: { readonly history: HistoryResponse }) {
  const compared = comparedRevisions(useQuery());
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnChange(heading, compared?.join());
  return (
    <section className={ui.panel}>
      <h2 ref={heading} tabIndex={-1} className={styles.panelTitle}>
        Compare versions
      </h2>
      <CompareForm entries={history.entries} compared={compared} />
      <p role="status" className={ui.note}>
        {compared && compared[0] === compared[1] && 'Choose two different versions.'}
      </p>
      {compared && compared[0] !== compared[1] && <Versions id={history.id} compared={compared} />}
    </section>
  );
}

/** Two revisions, the older first. */
type Compared = readonly [from: number, to: number];

/** The versions that the address compares, as `3..7`; null for none. */
function comparedRevisions(query: URLSearchParams): Compared | null {
  const [, first, second] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(query.get('compare') ?? '') ?? [];
  if (first === undefined || second === undefined) return null;
  const [a, b] = [Number(first), Number(second)];
  return [Math.min(a, b), Math.max(a, b)];
}

type CompareFormProps = {
  readonly entries: readonly HistoryEntry[];
  readonly compared: Compared | null;
};

function CompareForm({ entries, compared }: CompareFormProps) {
  const navigate = useNavigate();
  const query = useQuery();
  const newest = entries.at(-1)?.revision ?? '';
  const [from, to] = compared ?? [entries.at(-2)?.revision ?? newest, newest];
  const chosen = { from: String(from), to: String(to) };
  const { field, handleSubmit } = useChoiceForm(chosen, (entered) =>
    navigate({ search: queryOf({ compare: `${entered.from}..${entered.to}` }, query) }),
  );
  return (
    <form className={`${ui.stack} ${styles.compareForm}`} onSubmit={handleSubmit}>
      <VersionSelect {...field('from')} label="From" entries={entries} chosen={chosen.from} />
      <VersionSelect {...field('to')} label="To" entries={entries} chosen={chosen.to} />
      <button type="submit" className={ui.quiet}>
        Compare
      </button>
    </form>
  );
}

type VersionSelectProps = Omit<ComponentProps<typeof SelectField>, 'options'> & {
  readonly value: string;
  readonly entries: readonly HistoryEntry[];
  /** That of the address. */
  readonly chosen: string;
};

/** The events of the page of the timeline, the newest first, and those chosen in the address and here wherever they are. */
function VersionSelect({ entries, chosen, ...field }: VersionSelectProps) {
  const dateText = useDateText();
  const options = entries.toReversed().map(({ revision, type, time }) => ({
    value: String(revision),
    label: `${number.format(revision)} · ${eventLabel(type)} · ${dateText(time)}`,
  }));
  const isElsewhere = (version: string) =>
    version !== '' && options.every(({ value }) => value !== version);
  const elsewhere = [...new Set([chosen, field.value])]
    .filter(isElsewhere)
    .map((value) => ({ value, label: audit.event(Number(value)) }));
  return <SelectField {...field} options={[...elsewhere, ...options]} />;
}

type VersionsProps = { readonly id: string; readonly compared: Compared };

function Versions({ id, compared: [from, to] }: VersionsProps) {
  const before = useHistory(id, { at: from, limit: 1 });
  const after = useHistory(id, { at: to, limit: 1 });
  const failed = [before, after].find(({ error }) => error !== undefined);
  const older = before.data?.business;
  const newer = after.data?.business;
  return (
    <div className={ui.stack}>
      <LoadState resource={failed ?? (before.data ? after : before)} failed={audit.failed} />
      {before.data && after.data && (
        <div className={`${ui.stack} ${styles.versions}`}>
          <Version history={before.data} />
          <Version history={after.data} />
        </div>
      )}
      {older && newer && (
        <VersionChanges
          before={older}
          after={newer}
          headings={{ before: audit.event(from), after: audit.event(to) }}
        />
      )}
    </div>
  );
}

/** When a version began, by whom, and its status. */
function Version({ history: { entries, status } }: { readonly history: HistoryResponse }) {
  const entry = entries.at(-1);
  if (!entry) return null;
  return (
    <div className={`${ui.stack} ${ui.start} ${styles.version}`}>
      <h3 className={styles.event}>
        Event {number.format(entry.revision)}: {eventLabel(entry.type)}
      </h3>
      <p className={ui.soft}>
        <Dated time={entry.time} /> · {actorText(entry)}
      </p>
      {status && <StatusBadge compact status={status} />}
    </div>
  );
}
