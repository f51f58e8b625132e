export { DashboardPage as AdminDashboardRoute } from '../features/administration/dashboard/dashboard-page.tsx';
