import { lazy } from 'react';
import { Outlet, Route } from 'react-router-dom';
import { OwnerOnly } from '../shared/session/owner-only.tsx';

const DashboardRoute = lazy(async () => ({
  default: (await import('../routes/dashboard-route.tsx')).DashboardRoute,
}));
const AnalyticsRoute = lazy(async () => ({
  default: (await import('../routes/dashboard-route.tsx')).AnalyticsRoute,
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
    <Route path="my-analytics" element={<AnalyticsRoute />} />
  </Route>
);
