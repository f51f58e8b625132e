export { RegisterPage as RegisterRoute } from '../features/account/register-page.tsx';
