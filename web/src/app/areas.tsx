import type { ReactNode } from 'react';
import { Guard } from '../shared/session/guards.tsx';
import { lazyComponent } from '../shared/ui/loading.tsx';
import type { AreaPath } from './area-paths.ts';
import styles from './app.module.css';

const PastPlacePage = lazyComponent(
  async () => (await import('../features/place/past-place-page.tsx')).PastPlacePage,
);
const LoginRedirect = lazyComponent(
  async () => (await import('../features/account/login-page.tsx')).LoginRedirect,
);
const AccountPage = lazyComponent(
  async () => (await import('../features/account/account-page.tsx')).AccountPage,
);
const ForgotPasswordPage = lazyComponent(
  async () => (await import('../features/account/password-reset-pages.tsx')).ForgotPasswordPage,
);
const ResetPasswordPage = lazyComponent(
  async () => (await import('../features/account/password-reset-pages.tsx')).ResetPasswordPage,
);
const VerifyEmailPage = lazyComponent(
  async () => (await import('../features/account/password-reset-pages.tsx')).VerifyEmailPage,
);
const UnsubscribePage = lazyComponent(
  async () => (await import('../features/account/password-reset-pages.tsx')).UnsubscribePage,
);

const OwnerDashboardPage = lazyComponent(
  async () => (await import('../features/owner/dashboard/dashboard-page.tsx')).DashboardPage,
);
const AddBusinessPage = lazyComponent(
  async () =>
    (await import('../features/owner/add-business/add-business-page.tsx')).AddBusinessPage,
);
const MyBusinessPage = lazyComponent(
  async () => (await import('../features/owner/my-business/my-business-page.tsx')).MyBusinessPage,
);

const AdminDashboardPage = lazyComponent(
  async () => (await import('../features/admin/dashboard/dashboard-page.tsx')).DashboardPage,
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
const CorrectionPage = lazyComponent(
  async () => (await import('../features/admin/audit/correction-page.tsx')).CorrectionPage,
);
const AuditPage = lazyComponent(
  async () => (await import('../features/admin/audit-log/audit-page.tsx')).AuditPage,
);
const AsOfPage = lazyComponent(
  async () => (await import('../features/admin/as-of/as-of-page.tsx')).AsOfPage,
);
const ReportsPage = lazyComponent(
  async () => (await import('../features/admin/reports/reports-page.tsx')).ReportsPage,
);
const OperationsPage = lazyComponent(
  async () => (await import('../features/admin/operations/operations-page.tsx')).OperationsPage,
);
const BusinessListPage = lazyComponent(
  async () => (await import('../features/admin/list/business-list-page.tsx')).BusinessListPage,
);

/** The guards are around the pages, so that none of their data is requested for anybody else. */
const owner = (page: ReactNode) => (
  <Guard access="user">
    <div className={styles.changing}>{page}</div>
  </Guard>
);
const admin = (page: ReactNode) => <Guard access="admin">{page}</Guard>;

const pages: Readonly<Record<AreaPath, ReactNode>> = {
  '/login': <LoginRedirect />,
  '/places/:id/as-of': <PastPlacePage />,
  '/user/forgot-password': <ForgotPasswordPage account="owner" />,
  '/admin/forgot-password': <ForgotPasswordPage account="admin" />,
  '/reset-password': <ResetPasswordPage />,
  '/verify-email': <VerifyEmailPage />,
  '/unsubscribe': <UnsubscribePage />,
  '/account': <AccountPage />,
  '/user/dashboard': owner(<OwnerDashboardPage />),
  '/form': owner(<AddBusinessPage />),
  '/my-businesses/:id': owner(<MyBusinessPage />),
  '/my-analytics': owner(<OwnerDashboardPage fixed="analytics" />),
  '/adminDashboard': admin(<AdminDashboardPage />),
  '/adminDashboard/review': admin(<ReviewPage />),
  '/adminDashboard/deleted': admin(<DeletedPage />),
  '/adminDashboard/history/:id': admin(<HistoryPage />),
  '/adminDashboard/correct/:id': admin(<CorrectionPage />),
  '/adminDashboard/audit': admin(<AuditPage />),
  '/adminDashboard/as-of': admin(<AsOfPage />),
  '/adminDashboard/reports': admin(<ReportsPage />),
  '/adminDashboard/operations': admin(<OperationsPage />),
  '/business-list': admin(<BusinessListPage />),
};

/** The page of a path. */
export function AreaPage({ path }: { readonly path: AreaPath }) {
  return pages[path];
}
