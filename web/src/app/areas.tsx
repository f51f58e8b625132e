import type { ComponentType, ReactNode } from 'react';
import { OwnerOnly, AdminOnly } from '../shared/session/guards.tsx';
import { lazyComponent } from '../shared/ui/loading.tsx';
import type { AdminPath, OwnerPath, PublicPath } from './area-paths.ts';
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

const publicPages: Readonly<Record<PublicPath, ReactNode>> = {
  '/login': <LoginRedirect />,
  '/places/:id/as-of': <PastPlacePage />,
  '/user/forgot-password': <ForgotPasswordPage account="owner" />,
  '/admin/forgot-password': <ForgotPasswordPage account="admin" />,
  '/reset-password': <ResetPasswordPage />,
  '/verify-email': <VerifyEmailPage />,
  '/unsubscribe': <UnsubscribePage />,
  '/account': <AccountPage />,
};

export function PublicPages({ path }: { readonly path: PublicPath }) {
  return publicPages[path];
}

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

const ownerPages: Readonly<Record<OwnerPath, ReactNode>> = {
  '/user/dashboard': <OwnerDashboardPage />,
  '/form': <AddBusinessPage />,
  '/my-businesses/:id': <MyBusinessPage />,
  '/my-analytics': <OwnerDashboardPage fixed="analytics" />,
};

/** The guards are around the pages, so that none of their data is requested for anybody else. */
export function OwnerPages({ path }: { readonly path: OwnerPath }) {
  return (
    <OwnerOnly>
      <div className={styles.changing}>{ownerPages[path]}</div>
    </OwnerOnly>
  );
}

const adminPages: Readonly<Record<AdminPath, ComponentType>> = {
  '/adminDashboard': lazyComponent(
    async () => (await import('../features/admin/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  '/adminDashboard/review': lazyComponent(
    async () => (await import('../features/admin/review/review-page.tsx')).ReviewPage,
  ),
  '/adminDashboard/deleted': lazyComponent(
    async () => (await import('../features/admin/audit/deleted-page.tsx')).DeletedPage,
  ),
  '/adminDashboard/history/:id': lazyComponent(
    async () => (await import('../features/admin/audit/history-page.tsx')).HistoryPage,
  ),
  '/adminDashboard/correct/:id': lazyComponent(
    async () => (await import('../features/admin/audit/correction-page.tsx')).CorrectionPage,
  ),
  '/adminDashboard/audit': lazyComponent(
    async () => (await import('../features/admin/audit-log/audit-page.tsx')).AuditPage,
  ),
  '/adminDashboard/as-of': lazyComponent(
    async () => (await import('../features/admin/as-of/as-of-page.tsx')).AsOfPage,
  ),
  '/adminDashboard/reports': lazyComponent(
    async () => (await import('../features/admin/reports/reports-page.tsx')).ReportsPage,
  ),
  '/adminDashboard/operations': lazyComponent(
    async () => (await import('../features/admin/operations/operations-page.tsx')).OperationsPage,
  ),
  '/business-list': lazyComponent(
    async () => (await import('../features/admin/list/business-list-page.tsx')).BusinessListPage,
  ),
};

export function AdminPages({ path }: { readonly path: AdminPath }) {
  const Page = adminPages[path];
  return (
    <AdminOnly>
      <Page />
    </AdminOnly>
  );
}
