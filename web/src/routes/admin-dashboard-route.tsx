export { DashboardPage as AdminDashboardRoute } from '../features/admin/dashboard/dashboard-page.tsx';
