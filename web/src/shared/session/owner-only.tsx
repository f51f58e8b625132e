import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { withNext } from '../navigation/next-path.ts';
import { useSession, useSessionStore } from './use-session.ts';

/** Pages of owners. Visitors are sent to log in first, admins to where they read who they are logged in as. */
export function OwnerOnly({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const wasHere = useRef(false);
  const isOwner = session?.role === 'user';

  useEffect(() => {
    // Asked directly: while a page that the server rendered is taken over, the hook knows of no session yet.
    const role = sessions.read()?.role;
    if (role === 'user') {
      wasHere.current = true;
      return;
    }
    if (sessions.hasExpired()) return;
    void navigate(wayOut(role === 'admin', wasHere.current, pathname + search), { replace: true });
  }, [sessions, navigate, isOwner, pathname, search]);

  return isOwner ? children : null;
}

/** Who was here has logged out, here or in another tab. */
function wayOut(isAdmin: boolean, wasHere: boolean, here: string): string {
  if (isAdmin) return '/user/userlogin';
  return wasHere ? '/' : withNext('/login', here);
}
