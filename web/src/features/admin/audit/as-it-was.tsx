import type { PastBusinessResponse } from '@directory/api/contracts';
import { type SubmitEvent, useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { formText } from '../../../shared/forms/form-text.ts';
import { useHistory } from '../../../shared/listing/use-history.ts';
import { Thumbnail } from '../../../shared/place/place-image.tsx';
import { type AdminTexts, useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { fieldNames, fieldText } from '../listings/fields.ts';
import { LoadFailure, Loading } from '../listings/load-failure.tsx';
import panel from '../listings/panel.module.css';
import { StatusBadge } from '../listings/status-badge.tsx';
import { dateText } from '../listings/waiting-age.tsx';
import styles from './history-page.module.css';
import { isRevision, toMoment } from './moment.ts';

type AsItWasProps = {
  readonly id: string;
  /** A time or a revision; null for now. */
  readonly at: string | null;
};

export function HistoricalSnapshot({ id, at }: AsItWasProps) {
  const { audit } = useAdminTexts();
  const { data, error, retry } = useHistory(id, at);
  return (
    <section className={panel.panel} aria-live="polite">
      <h2>{at === null ? audit.currentTitle : titleOf(at, audit)}</h2>
      <MomentForm />
      {at !== null && <Link to={{ search: '' }}>{audit.asOfNow}</Link>}
      {error !== undefined && <LoadFailure text={audit.failed} onRetry={retry} />}
      {data === undefined && error === undefined && <Loading />}
      {data && (data.business ? <Past business={data.business} /> : <p>{audit.notYet}</p>)}
    </section>
  );
}

function titleOf(at: string, audit: AdminTexts['audit']): string {
  if (isRevision(at)) return audit.asOfRevision(Number(at));
  return Number.isNaN(Date.parse(at)) ? audit.asOf : audit.asOfTitle(dateText(at));
}

function MomentForm() {
  const { audit } = useAdminTexts();
  const id = useId();
  const navigate = useNavigate();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const at = toMoment(formText(new FormData(event.currentTarget), 'moment'));
    if (at !== null) void navigate({ search: new URLSearchParams({ at }).toString() });
  };
  return (
    <form className={styles.moment} onSubmit={handleSubmit}>
      <label htmlFor={id}>{audit.asOfLabel}</label>
      <div>
        <input id={id} name="moment" type="datetime-local" required />
        <button type="submit" className={ui.quiet}>
          {audit.asOfShow}
        </button>
      </div>
    </form>
  );
}

function Past({ business }: { readonly business: PastBusinessResponse }) {
  const { common, fields } = useAdminTexts();
  return (
    <div className={styles.past}>
      <StatusBadge status={business.deleted ? 'deleted' : business.status} />
      <Thumbnail listing={business} />
      <dl className={panel.values}>
        {fieldNames
          .filter((name) => name !== 'imagePath')
          .map((name) => (
            <div key={name}>
              <dt>{fields[name]}</dt>
              <dd>{fieldText(business[name]) || common.empty}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
