import { lazy, Suspense } from 'react';
import { Route, useLocation } from 'react-router-dom';
import { PageBoundary } from './page-boundary.tsx';

const AreaRoute = lazy(async () => ({
  default: (await import('../routes/admin-area-route.tsx')).AdminAreaRoute,
}));
const DashboardRoute = lazy(async () => ({
  default: (await import('../routes/admin-dashboard-route.tsx')).AdminDashboardRoute,
}));
const ListRoute = lazy(async () => ({
  default: (await import('../routes/admin-list-route.tsx')).AdminListRoute,
}));
const ReviewRoute = lazy(async () => ({
  default: (await import('../routes/admin-review-route.tsx')).AdminReviewRoute,
}));
const DeletedRoute = lazy(async () => ({
  default: (await import('../routes/admin-deleted-route.tsx')).AdminDeletedRoute,
}));
const HistoryRoute = lazy(async () => ({
  default: (await import('../routes/admin-history-route.tsx')).AdminHistoryRoute,
}));
const OperationsRoute = lazy(async () => ({
  default: (await import('../routes/admin-operations-route.tsx')).AdminOperationsRoute,
}));

/** The pages of admins, in a frame of their own. */
export const adminArea = (
  <Route element={<AdminArea />}>
    <Route path="adminDashboard" element={<DashboardRoute />} />
    <Route path="adminDashboard/review" element={<ReviewRoute />} />
    <Route path="adminDashboard/deleted" element={<DeletedRoute />} />
    <Route path="adminDashboard/history/:id" element={<HistoryRoute />} />
    <Route path="adminDashboard/operations" element={<OperationsRoute />} />
    <Route path="business-list" element={<ListRoute />} />
  </Route>
);

function AdminArea() {
  const { pathname } = useLocation();
  return (
    <PageBoundary address={pathname}>
      <Suspense>
        <AreaRoute />
      </Suspense>
    </PageBoundary>
  );
}
