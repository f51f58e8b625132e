import type { ReactNode } from 'react';
import { AdminOnly } from '../shared/session/guards.tsx';
import { lazyComponent } from '../shared/ui/lazy-part.tsx';
import type { AdminPath } from './area-paths.ts';

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

const pages: Readonly<Record<AdminPath, ReactNode>> = {
  '/adminDashboard': <DashboardPage />,
  '/adminDashboard/review': <ReviewPage />,
  '/adminDashboard/deleted': <DeletedPage />,
  '/adminDashboard/history/:id': <HistoryPage />,
  '/adminDashboard/correct/:id': <CorrectionPage />,
  '/adminDashboard/audit': <AuditPage />,
  '/adminDashboard/as-of': <AsOfPage />,
  '/adminDashboard/reports': <ReportsPage />,
  '/adminDashboard/operations': <OperationsPage />,
  '/business-list': <BusinessListPage />,
};

/** The pages of admins. The guard is around them, so that none of their data is requested for anybody else. */
export function AdminPages({ path }: { readonly path: AdminPath }) {
  return <AdminOnly>{pages[path]}</AdminOnly>;
}
