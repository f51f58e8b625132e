import { DashboardPage } from '../features/owner/dashboard/dashboard-page.tsx';

export function DashboardRoute() {
  return <DashboardPage />;
}

/** The analytics have an address of their own too. */
export function AnalyticsRoute() {
  return <DashboardPage fixed="analytics" />;
}
