import { lazy } from 'react';
import { Outlet, Route } from 'react-router-dom';
import { OwnerOnly } from '../shared/session/owner-only.tsx';

const DashboardRoute = lazy(async () => ({
  default: (await import('../routes/dashboard-route.tsx')).DashboardRoute,
}));
const AnalyticsRoute = lazy(async () => ({
  default: (await import('../routes/dashboard-route.tsx')).AnalyticsRoute,
}));
const AddBusinessRoute = lazy(async () => ({
  default: (await import('../routes/add-business-route.tsx')).AddBusinessRoute,
}));
const MyBusinessRoute = lazy(async () => ({
  default: (await import('../routes/my-business-route.tsx')).MyBusinessRoute,
}));

/** The pages of owners, each fetched when somebody goes there. */
export const ownerArea = (
  <Route
    element={
      <OwnerOnly>
        <Outlet />
      </OwnerOnly>
    }
  >
    <Route path="user/dashboard" element={<DashboardRoute />} />
    <Route path="form" element={<AddBusinessRoute />} />
    <Route path="my-businesses/:id" element={<MyBusinessRoute />} />
    <Route path="my-analytics" element={<AnalyticsRoute />} />
  </Route>
);
