import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { nextPath, withNext } from '../shared/navigation/next-path.ts';

/** Where guards send visitors: the address of the specification's guard, leading on to the page that logs in. */
export function LoginRedirectRoute() {
  const next = nextPath(useLocation().search);
  const navigate = useNavigate();
  useEffect(() => {
    const login = '/user/userlogin';
    void navigate(next ? withNext(login, next) : login, { replace: true });
  }, [next, navigate]);
  return null;
}
