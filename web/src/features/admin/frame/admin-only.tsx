import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { cameFromState } from '../../../shared/navigation/came-from.ts';
import { useSession, useSessionStore } from '../../../shared/session/use-session.ts';

/** Pages of admins: everybody else is sent to log in, and who was interrupted comes back afterwards. */
export function AdminOnly({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    // Asked directly: while a page that the server rendered is taken over, the hook knows of no session yet.
    if (sessions.read()?.role === 'admin') return;
    const state = sessions.hasExpired() ? cameFromState(pathname + search) : null;
    void navigate('/admin', { replace: true, state });
  }, [sessions, session, navigate, pathname, search]);
  return session?.role === 'admin' ? children : null;
}
