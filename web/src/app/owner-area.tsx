import type { ReactNode } from 'react';
import { OwnerOnly } from '../shared/session/guards.tsx';
import { lazyComponent } from '../shared/ui/lazy-part.tsx';
import type { OwnerPath } from './area-paths.ts';
import styles from './layout.module.css';

const DashboardPage = lazyComponent(
  async () => (await import('../features/owner/dashboard/dashboard-page.tsx')).DashboardPage,
);
const AddBusinessPage = lazyComponent(
  async () =>
    (await import('../features/owner/add-business/add-business-page.tsx')).AddBusinessPage,
);
const MyBusinessPage = lazyComponent(
  async () => (await import('../features/owner/my-business/my-business-page.tsx')).MyBusinessPage,
);

const pages: Readonly<Record<OwnerPath, ReactNode>> = {
  '/user/dashboard': <DashboardPage />,
  '/form': <AddBusinessPage />,
  '/my-businesses/:id': <MyBusinessPage />,
  '/my-analytics': <DashboardPage fixed="analytics" />,
};

export function OwnerPages({ path }: { readonly path: OwnerPath }) {
  return (
    <OwnerOnly>
      <div className={styles.changing}>{pages[path]}</div>
    </OwnerOnly>
  );
}
