import { Navigate, useLocation } from 'react-router-dom';
import { nextPath, withNext } from '../shared/navigation/next-path.ts';

/** Where guards send visitors: the address of the specification's guard, leading on to the page that logs in. */
export function LoginRedirectRoute() {
  const next = nextPath(useLocation().search);
  return <Navigate replace to={next ? withNext('/user/userlogin', next) : '/user/userlogin'} />;
}
