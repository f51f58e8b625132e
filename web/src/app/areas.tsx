import { Fragment, type ComponentType, type ReactNode } from 'react';
import { useParams } from '../shared/navigation/router.tsx';
import { Guard } from '../shared/session/guards.tsx';
import { lazyComponent } from '../shared/ui/loading.tsx';
import type { AreaPath } from './area-paths.ts';
import styles from './app.module.css';

type LoadPage = () => Promise<ComponentType>;

function anybody(load: LoadPage): ReactNode {
  const Page = lazyComponent(load);
  return <Page />;
}

/** The guards are around the pages, so that none of their data is requested for anybody else. */
function ownerOnly(page: ReactNode): ReactNode {
  return (
    <Guard access="user">
      <div className={styles.changing}>{page}</div>
    </Guard>
  );
}

function owner(load: LoadPage): ReactNode {
  return ownerOnly(anybody(load));
}

function admin(load: LoadPage): ReactNode {
  return <Guard access="admin">{anybody(load)}</Guard>;
}

// Pages with two paths get from here which one it is: an address may also be in capitals or end with a slash.
const ForgotPasswordPage = lazyComponent(
  async () => (await import('../features/account/password-reset-pages.tsx')).ForgotPasswordPage,
);
const OwnerDashboardPage = lazyComponent(
  async () => (await import('../features/owner/dashboard/dashboard-page.tsx')).DashboardPage,
);

/** The page of each path, whose code is fetched when it is shown. */
const pages: Readonly<Record<AreaPath, ReactNode>> = {
  '/login': anybody(async () => (await import('../features/account/login-page.tsx')).LoginRedirect),
  '/places/:id/as-of': anybody(
    async () => (await import('../features/place/past-place-page.tsx')).PastPlacePage,
  ),
  '/user/forgot-password': <ForgotPasswordPage account="owner" />,
  '/admin/forgot-password': <ForgotPasswordPage account="admin" />,
  '/reset-password': anybody(
    async () => (await import('../features/account/password-reset-pages.tsx')).ResetPasswordPage,
  ),
  '/verify-email': anybody(
    async () => (await import('../features/account/password-reset-pages.tsx')).VerifyEmailPage,
  ),
  '/unsubscribe': anybody(
    async () => (await import('../features/account/password-reset-pages.tsx')).UnsubscribePage,
  ),
  '/account': anybody(
    async () => (await import('../features/account/account-page.tsx')).AccountPage,
  ),
  '/user/dashboard': ownerOnly(<OwnerDashboardPage />),
  '/form': owner(
    async () =>
      (await import('../features/owner/add-business/add-business-page.tsx')).AddBusinessPage,
  ),
  '/my-businesses/:id': owner(
    async () => (await import('../features/owner/my-business/my-business-page.tsx')).MyBusinessPage,
  ),
  '/my-analytics': ownerOnly(<OwnerDashboardPage fixed="analytics" />),
  '/adminDashboard': admin(
    async () => (await import('../features/admin/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  '/adminDashboard/review': admin(
    async () => (await import('../features/admin/review/review-page.tsx')).ReviewPage,
  ),
  '/adminDashboard/deleted': admin(
    async () => (await import('../features/admin/audit/deleted-page.tsx')).DeletedPage,
  ),
  '/adminDashboard/history/:id': admin(
    async () => (await import('../features/admin/audit/history-page.tsx')).HistoryPage,
  ),
  '/adminDashboard/correct/:id': admin(
    async () => (await import('../features/admin/audit/correction-page.tsx')).CorrectionPage,
  ),
  '/adminDashboard/audit': admin(
    async () => (await import('../features/admin/audit-log/audit-page.tsx')).AuditPage,
  ),
  '/adminDashboard/as-of': admin(
    async () => (await import('../features/admin/as-of/as-of-page.tsx')).AsOfPage,
  ),
  '/adminDashboard/reports': admin(
    async () => (await import('../features/admin/reports/reports-page.tsx')).ReportsPage,
  ),
  '/adminDashboard/operations': admin(
    async () => (await import('../features/admin/operations/operations-page.tsx')).OperationsPage,
  ),
  '/business-list': admin(
    async () => (await import('../features/admin/list/business-list-page.tsx')).BusinessListPage,
  ),
};

/** The page of a path. The page of another listing starts again, as nothing of the first one is about it. */
export function AreaPage({ path }: { readonly path: AreaPath }) {
  const { id } = useParams();
  return <Fragment key={id}>{pages[path]}</Fragment>;
}
