import type { RunningReport } from '@directory/projections';
import type { AccountStore } from '../accounts/account-store.ts';

/** Adds the names of admins, which are in accounts and not in events. Somebody without an account is "erased". */
export function withAdminNames(
  report: RunningReport,
  accounts: Pick<AccountStore, 'findNames'>,
): RunningReport {
  const place = report.columns.findIndex(({ name }) => name === 'adminId');
  if (place < 0) return report;
  const columns = report.columns.toSpliced(place + 1, 0, { name: 'adminName', type: 'text' });
  return { ...report, columns, rows: named(report.rows, place, accounts) };
}

async function* named(
  rows: RunningReport['rows'],
  place: number,
  accounts: Pick<AccountStore, 'findNames'>,
) {
  for await (const page of rows) {
    const ids = [...new Set(page.map((row) => String(row[place])))];
    const names = await accounts.findNames(ids);
    yield page.map((row) => row.toSpliced(place + 1, 0, names.get(String(row[place])) ?? 'erased'));
  }
}
