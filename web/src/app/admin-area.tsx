import { Suspense } from 'react';
import { Outlet, Route, useLocation } from 'react-router-dom';
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

/** The pages of admins, in a frame of their own. */
export const adminArea = (
  <Route element={<AdminArea />}>
    <Route path="adminDashboard" element={<DashboardPage />} />
    <Route path="adminDashboard/review" element={<ReviewPage />} />
    <Route path="adminDashboard/deleted" element={<DeletedPage />} />
    <Route path="adminDashboard/history/:id" element={<HistoryPage />} />
    <Route path="adminDashboard/correct/:id" element={<CorrectionPage />} />
    <Route path="adminDashboard/audit" element={<AuditPage />} />
    <Route path="adminDashboard/as-of" element={<AsOfPage />} />
    <Route path="adminDashboard/reports" element={<ReportsPage />} />
    <Route path="adminDashboard/operations" element={<OperationsPage />} />
    <Route path="business-list" element={<BusinessListPage />} />
  </Route>
);

/** The guard is around the pages, so that none of their data is requested for anybody else. */
function AdminArea() {
  const { pathname } = useLocation();
  return (
    <PageBoundary address={pathname}>
      <Suspense>
        <AdminOnly>
          <Outlet />
        </AdminOnly>
      </Suspense>
    </PageBoundary>
  );
}
