import { Fragment, type ComponentType, type ReactNode } from 'react';
import { useParams } from '../shared/navigation/router.tsx';
import { Guard } from '../shared/session/guards.tsx';
import { lazyComponent } from '../shared/ui/loading.tsx';
import type { AreaPath } from './area-paths.ts';
import styles from './app.module.css';
import { PageBoundary } from './layout.tsx';

function page(load: () => Promise<ComponentType>): ReactNode {
  const Page = lazyComponent(load);
  return <Page />;
}

// Pages with two paths get from here which one it is: an address may also be in capitals or end with a slash.
const ForgotPasswordPage = lazyComponent(
  async () => (await import('../features/account/password-reset-pages.tsx')).ForgotPasswordPage,
);
const OwnerDashboardPage = lazyComponent(
  async () => (await import('../features/owner/dashboard/dashboard-page.tsx')).DashboardPage,
);

const AdminFrame = lazyComponent(
  async () => (await import('../features/admin/frame/admin-frame.tsx')).AdminFrame,
);

/** The page of each path, whose code is fetched when it is shown. */
const pages: Readonly<Record<AreaPath, ReactNode>> = {
  '/login': page(async () => (await import('../features/account/login-page.tsx')).LoginRedirect),
  '/places/:id/as-of': page(
    async () => (await import('../features/place/past-place-page.tsx')).PastPlacePage,
  ),
  '/user/forgot-password': <ForgotPasswordPage account="owner" />,
  '/admin/forgot-password': <ForgotPasswordPage account="admin" />,
  '/reset-password': page(
    async () => (await import('../features/account/password-reset-pages.tsx')).ResetPasswordPage,
  ),
  '/verify-email': page(
    async () => (await import('../features/account/password-reset-pages.tsx')).VerifyEmailPage,
  ),
  '/unsubscribe': page(
    async () => (await import('../features/account/password-reset-pages.tsx')).UnsubscribePage,
  ),
  '/account': page(async () => (await import('../features/account/account-page.tsx')).AccountPage),
  '/user/dashboard': <OwnerDashboardPage />,
  '/form': page(
    async () =>
      (await import('../features/owner/add-business/add-business-page.tsx')).AddBusinessPage,
  ),
  '/my-businesses/:id': page(
    async () => (await import('../features/owner/my-business/my-business-page.tsx')).MyBusinessPage,
  ),
  '/my-analytics': <OwnerDashboardPage fixed="analytics" />,
  '/adminDashboard': page(
    async () => (await import('../features/admin/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  '/adminDashboard/review': page(
    async () => (await import('../features/admin/review/review-page.tsx')).ReviewPage,
  ),
  '/adminDashboard/deleted': page(
    async () => (await import('../features/admin/audit/deleted-page.tsx')).DeletedPage,
  ),
  '/adminDashboard/history/:id': page(
    async () => (await import('../features/admin/audit/history-page.tsx')).HistoryPage,
  ),
  '/adminDashboard/correct/:id': page(
    async () => (await import('../features/admin/audit/correction-page.tsx')).CorrectionPage,
  ),
  '/adminDashboard/audit': page(
    async () => (await import('../features/admin/audit-log/audit-page.tsx')).AuditPage,
  ),
  '/adminDashboard/as-of': page(
    async () => (await import('../features/admin/as-of/as-of-page.tsx')).AsOfPage,
  ),
  '/adminDashboard/reports': page(
    async () => (await import('../features/admin/reports/reports-page.tsx')).ReportsPage,
  ),
  '/adminDashboard/operations': page(
    async () => (await import('../features/admin/operations/operations-page.tsx')).OperationsPage,
  ),
  '/business-list': page(
    async () => (await import('../features/admin/list/business-list-page.tsx')).BusinessListPage,
  ),
};

type AreaPageProps = {
  readonly path: AreaPath;
  /** Who may see it; everybody if it is left out. */
  readonly access?: 'user' | 'admin';
};

/**
 * The page of a path. Its guard is around it, so that none of its data is requested for anybody else. The page of another listing
 * starts again, as nothing of the first one is about it.
 */
export function AreaPage({ path, access }: AreaPageProps) {
  const { id } = useParams();
  const content = access ? (
    <Guard access={access}>{areas[access](pages[path])}</Guard>
  ) : (
    pages[path]
  );
  return <Fragment key={id}>{content}</Fragment>;
}

const areas = {
  user: (content: ReactNode) => <div className={styles.changing}>{content}</div>,
  /** Admin pages bring their frame along: where the code of one is missing, its message gets that of the others. */
  admin: (content: ReactNode) => (
    <PageBoundary frame={(message, title) => <AdminFrame title={title}>{message}</AdminFrame>}>
      {content}
    </PageBoundary>
  ),
};
