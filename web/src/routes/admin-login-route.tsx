export { AdminLoginPage as AdminLoginRoute } from '../features/admin/login/admin-login-page.tsx';
