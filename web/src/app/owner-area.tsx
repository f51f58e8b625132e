import { Outlet, Route } from 'react-router-dom';
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

/** The pages of owners. The analytics also have their own address. */
export const ownerArea = (
  <Route
    element={
      <OwnerOnly>
        <Outlet />
      </OwnerOnly>
    }
  >
    <Route path="user/dashboard" element={<DashboardPage />} />
    <Route path="form" element={<AddBusinessPage />} />
    <Route path="my-businesses/:id" element={<MyBusinessPage />} />
    <Route path="my-analytics" element={<DashboardPage fixed="analytics" />} />
  </Route>
);
