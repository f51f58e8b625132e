import { RequestFailed } from '../../../shared/api/request-json.ts';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import { useQuery } from '../../../shared/navigation/use-query.ts';
import { LoadState } from '../../../shared/ui/load-state.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { reportTexts as texts } from '../../../texts/report-texts.ts';
import admin from '../admin.module.css';
import { AdminFrame } from '../frame/admin-frame.tsx';
import {
  isProgress,
  parseChoice,
  reportPath,
  useReport,
  type ReportChoice,
} from './report-choice.ts';
import { ReportForm } from './report-form.tsx';
import { ReportProgress, ReportResult } from './report-result.tsx';
import styles from './reports.module.css';

const { frame } = adminTexts;

export function ReportsPage() {
  const choice = parseChoice(useQuery());
  return (
    <AdminFrame title={frame.panel} pageTitle={texts.title}>
      <div className={`${ui.stack} ${admin.page} ${styles.page}`}>
        <div>
          <PageHeading className={ui.title}>{texts.title}</PageHeading>
          <p className={ui.soft}>{texts.lead}</p>
        </div>
        {choice ? (
          <ChosenReport key={reportPath(choice)} choice={choice} />
        ) : (
          <ReportForm choice={null} rejected={undefined} />
        )}
      </div>
    </AdminFrame>
  );
}

function ChosenReport({ choice }: { readonly choice: ReportChoice }) {
  const report = useReport(choice);
  const { data, error } = report;
  const refusal = error instanceof RequestFailed && error.status === 400 ? error : null;
  return (
    <>
      <ReportForm choice={choice} rejected={refusal?.errors} />
      {refusal ? (
        <p role="alert" className={ui.alert}>
          {refusal.message}
        </p>
      ) : (
        <LoadState resource={report} failed={texts.failed} loading={texts.running} />
      )}
      {data && error === undefined && isProgress(data) && <ReportProgress progress={data} />}
      {data && error === undefined && !isProgress(data) && (
        <ReportResult report={data} choice={choice} />
      )}
    </>
  );
}
