import type { ReactNode } from 'react';
import type { Route } from '../shared/navigation/router.tsx';
import { OwnerOnly } from '../shared/session/guards.tsx';
import { lazyComponent } from '../shared/ui/lazy-component.ts';

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

const forOwners = (page: ReactNode) => <OwnerOnly>{page}</OwnerOnly>;

/** The pages of owners. The analytics also have their own address. */
export const ownerPages: readonly Route[] = [
  ['/user/dashboard', forOwners(<DashboardPage />)],
  ['/form', forOwners(<AddBusinessPage />)],
  ['/my-businesses/:id', forOwners(<MyBusinessPage />)],
  ['/my-analytics', forOwners(<DashboardPage fixed="analytics" />)],
];
