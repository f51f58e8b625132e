import type { AuditResponse } from '@directory/api/contracts';
import { Link } from '../../../shared/navigation/router.tsx';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { DownloadButton } from '../../../shared/download/download-button.tsx';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import { useQuery } from '../../../shared/navigation/use-query.ts';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { LoadState } from '../../../shared/ui/load-state.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { auditTexts as texts } from '../../../texts/audit-texts.ts';
import admin from '../admin.module.css';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { AuditEntries } from './audit-entries.tsx';
import {
  noFilter,
  parseFilter,
  searchOf,
  type AuditFilter,
  AuditFilters,
} from './audit-filters.tsx';
import styles from './audit-log.module.css';

const { frame } = adminTexts;

/** Who did what, a page of the newest entries or of older ones. */
export function AuditPage() {
  const query = useQuery();
  const filter = parseFilter(query);
  const before = query.get('before');
  const audit = useResource<AuditResponse>(`/api/audit${searchOf(filter, before)}`);
  const { data, error } = audit;
  const isRejected = error instanceof RequestFailed && error.status === 400;
  return (
    <AdminFrame title={frame.panel} pageTitle={texts.title}>
      <div className={`${ui.stack} ${admin.page} ${styles.page}`}>
        <div>
          <PageHeading className={ui.title}>{texts.title}</PageHeading>
          <p className={ui.soft}>{texts.lead}</p>
        </div>
        <AuditFilters
          key={searchOf(filter)}
          filter={filter}
          audit={data}
          rejected={isRejected ? error.errors : undefined}
        />
        {!isRejected && <LoadState resource={audit} failed={texts.failed} />}
        {data && !isRejected && <Entries audit={data} filter={filter} isFirst={before === null} />}
      </div>
    </AdminFrame>
  );
}

type EntriesProps = {
  readonly audit: AuditResponse;
  readonly filter: AuditFilter;
  readonly isFirst: boolean;
};

function Entries({ audit: { entries, next }, filter, isFirst }: EntriesProps) {
  if (entries.length === 0)
    return (
      <div className={ui.none}>
        <h2>{texts.none}</h2>
        <p>{texts.noneText}</p>
        <Link className={ui.button} to={{ search: searchOf(noFilter) }}>
          {texts.clear}
        </Link>
      </div>
    );
  return (
    <>
      <div className={`${ui.row} ${ui.spread}`}>
        <p role="status">{texts.shown(entries.length, isFirst && next === null)}</p>
        <DownloadButton path={`/api/audit.csv${searchOf(filter)}`} />
      </div>
      <AuditEntries entries={entries} filter={filter} />
      {(!isFirst || next !== null) && (
        <nav className={`${ui.row} ${ui.spread}`} aria-label={texts.pages}>
          {isFirst ? (
            <span />
          ) : (
            <Link className={ui.quiet} to={{ search: searchOf(filter) }}>
              {texts.newest}
            </Link>
          )}
          {next !== null && (
            <Link className={ui.quiet} to={{ search: searchOf(filter, next) }} rel="next">
              {texts.older}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
