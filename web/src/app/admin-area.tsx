import { type ReactNode, Suspense } from 'react';
import { type Route, useLocation } from '../shared/navigation/router.tsx';
import { AdminOnly } from '../shared/session/guards.tsx';
import { lazyComponent } from '../shared/ui/lazy-component.ts';
import { PageBoundary } from './layout.tsx';

const DashboardPage = lazyComponent(
  async () => (await import('../features/admin/dashboard/dashboard-page.tsx')).DashboardPage,
);
const BusinessListPage = lazyComponent(
  async () => (await import('../features/admin/list/business-list-page.tsx')).BusinessListPage,
);
const ReviewPage = lazyComponent(
  async () => (await import('../features/admin/review/review-page.tsx')).ReviewPage,
);
const DeletedPage = lazyComponent(
  async () => (await import('../features/admin/audit/deleted-page.tsx')).DeletedPage,
);
const HistoryPage = lazyComponent(
  async () => (await import('../features/admin/audit/history-page.tsx')).HistoryPage,
);
const AsOfPage = lazyComponent(
  async () => (await import('../features/admin/as-of/as-of-page.tsx')).AsOfPage,
);
const CorrectionPage = lazyComponent(
  async () => (await import('../features/admin/audit/correction-page.tsx')).CorrectionPage,
);
const AuditPage = lazyComponent(
  async () => (await import('../features/admin/audit-log/audit-page.tsx')).AuditPage,
);
const ReportsPage = lazyComponent(
  async () => (await import('../features/admin/reports/reports-page.tsx')).ReportsPage,
);
const OperationsPage = lazyComponent(
  async () => (await import('../features/admin/operations/operations-page.tsx')).OperationsPage,
);

const forAdmins = (page: ReactNode) => <AdminArea>{page}</AdminArea>;

/** The pages of admins, in a frame of their own. */
export const adminPages: readonly Route[] = [
  ['/adminDashboard', forAdmins(<DashboardPage />)],
  ['/adminDashboard/review', forAdmins(<ReviewPage />)],
  ['/adminDashboard/deleted', forAdmins(<DeletedPage />)],
  ['/adminDashboard/history/:id', forAdmins(<HistoryPage />)],
  ['/adminDashboard/correct/:id', forAdmins(<CorrectionPage />)],
  ['/adminDashboard/audit', forAdmins(<AuditPage />)],
  ['/adminDashboard/as-of', forAdmins(<AsOfPage />)],
  ['/adminDashboard/reports', forAdmins(<ReportsPage />)],
  ['/adminDashboard/operations', forAdmins(<OperationsPage />)],
  ['/business-list', forAdmins(<BusinessListPage />)],
];

/** The guard is around the pages, so that none of their data is requested for anybody else. */
function AdminArea({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <PageBoundary address={pathname}>
      <Suspense>
        <AdminOnly>{children}</AdminOnly>
      </Suspense>
    </PageBoundary>
  );
}
