import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { withNext } from '../navigation/next-path.ts';
import { useSession, useSessionStore } from './use-session.ts';

/** Leads whoever the server no longer believes to the login page of their role, and from there back to where they were. */
export function useExpiredSession(): void {
  const session = useSession();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const before = useRef(session);
  useEffect(() => {
    const login = before.current?.role === 'admin' ? '/admin' : '/user/userlogin';
    const hasEnded = before.current !== null && session === null;
    before.current = session;
    if (!hasEnded || !sessions.hasExpired() || pathname === login) return;
    void navigate(withNext(login, pathname + search), { replace: true });
  }, [session, sessions, navigate, pathname, search]);
}
