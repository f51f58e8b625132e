export { AdminLoginPage as AdminLoginRoute } from '../features/admin-access/admin-login-page.tsx';
