export { LoginPage as LoginRoute } from '../features/account/login-page.tsx';
