import type { ReviewFiguresResponse } from '@directory/api/contracts';
import type { ReactNode } from 'react';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { ageText } from '../listings/age.ts';
import { LoadFailure, Loading } from '../listings/load-failure.tsx';
import panel from '../listings/panel.module.css';
import styles from './dashboard-page.module.css';

/** How the reviews of the last days went. */
export function ReviewFigures() {
  const { figures } = useAdminTexts();
  const { data, error, retry } = useResource<ReviewFiguresResponse>('/api/review-figures');
  return (
    <section className={panel.panel}>
      <h2>{figures.title(data?.days ?? null)}</h2>
      {error !== undefined && <LoadFailure text={figures.failed} onRetry={retry} />}
      {data === undefined && error === undefined && <Loading />}
      {data && <Figures figures={data} />}
    </section>
  );
}

type FiguresProps = { readonly figures: ReviewFiguresResponse };

function Figures({ figures: { approved, rejected, resubmitted, ...rest } }: FiguresProps) {
  const { figures: texts } = useAdminTexts();
  const { medianWaitMinutes, rejections } = rest;
  if (medianWaitMinutes === null) return <p>{texts.none}</p>;
  return (
    <>
      <dl className={styles.figures}>
        <Figure label={texts.medianWait} value={<Wait minutes={medianWaitMinutes} />} />
        <Figure label={texts.approved} value={approved} />
        <Figure label={texts.rejected} value={rejected} />
        {rejected > 0 && (
          <Figure label={texts.resubmitted} value={texts.share(resubmitted, rejected)} />
        )}
      </dl>
      {rejections.length > 0 && <Reasons rejections={rejections} of={rejected} />}
    </>
  );
}

type FigureProps = { readonly label: string; readonly value: ReactNode };

function Figure({ label, value }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Wait({ minutes }: { readonly minutes: number }) {
  const { ages } = useAdminTexts();
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  return ageText({ days, hours, minutes: minutes % 60 }, ages);
}

type ReasonsProps = {
  readonly rejections: ReviewFiguresResponse['rejections'];
  readonly of: number;
};

function Reasons({ rejections, of }: ReasonsProps) {
  const { decisions, figures } = useAdminTexts();
  const names: Readonly<Record<string, string>> = decisions.reasons;
  return (
    <table className={styles.reasons}>
      <caption>{figures.reasons}</caption>
      <tbody>
        {rejections.map(({ code, count }) => (
          <tr key={code}>
            <th scope="row">{code === null ? figures.noReason : (names[code] ?? code)}</th>
            <td>
              <meter min={0} max={of} value={count} aria-hidden="true" />
            </td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
