import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { isInAddressBar, useLocation, useNavigate } from '../navigation/router.tsx';
import { type LinkState, withNext } from '../navigation/link-state.ts';
import { mustActFirst, type Role, type Session, useSession, useSessionStore } from './session.ts';

type GuardProps = { readonly children: ReactNode };

/** A page of one user: what was entered and is shown there goes when another one logs in. */
function PageOf({ session, children }: GuardProps & { readonly session: Session | null }) {
  return session && <Fragment key={session.user.id}>{children}</Fragment>;
}

/** Pages of owners. Visitors are redirected to log in, admins to the page that shows who they are logged in as. */
export function OwnerOnly({ children }: GuardProps) {
  const session = useRequiredRole('user', ({ role, hasExpired, hadAccess, address }) => {
    if (role === 'admin') return { to: '/user/userlogin' };
    return { to: hadAccess && !hasExpired ? '/' : withNext('/login', address) };
  });
  return <PageOf session={session}>{children}</PageOf>;
}

/** Pages of admins. Everybody else is redirected to log in, and returns afterwards if the session had expired. */
export function AdminOnly({ children }: GuardProps) {
  const session = useRequiredRole('admin', ({ hasExpired, address }) => ({
    to: '/admin',
    state: hasExpired ? { cameFrom: address } : null,
  }));
  return <PageOf session={session}>{children}</PageOf>;
}

/** Pages of everybody who is logged in. Visitors are redirected to log in, and from the page after a logout. */
export function SignedInOnly({ children }: GuardProps) {
  const session = useSession();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const location = useLocation();
  const role = useRef<Role>(undefined);
  useEffect(() => {
    const now = sessions.read();
    if (now) role.current = now.role;
    // A logout here has left the page already.
    else if (!isInAddressBar(location)) return;
    else if (!role.current)
      navigate(withNext('/user/userlogin', location.pathname), { replace: true });
    // The layout redirects after an expired session.
    else if (!sessions.hasExpired())
      navigate(role.current === 'admin' ? '/admin' : '/', { replace: true });
  }, [sessions, session, navigate, location]);
  return <PageOf session={session}>{children}</PageOf>;
}

type Denied = {
  readonly role: Role | undefined;
  readonly hasExpired: boolean;
  /** True after a logout, here or in another tab. */
  readonly hadAccess: boolean;
  readonly address: string;
};
type Redirect = { readonly to: string; readonly state?: LinkState | null };

function useRequiredRole(required: Role, redirectOf: (denied: Denied) => Redirect): Session | null {
  const session = useSession();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  const hadAccess = useRef(false);
  const redirect = useEffectEvent(() => {
    // Read directly: during hydration the hook has no session yet.
    const { role, user } = sessions.read() ?? {};
    if (role === required && user && mustActFirst(user)) {
      navigate('/account', { replace: true });
      return;
    }
    if (role === required) {
      hadAccess.current = true;
      return;
    }
    // A logout here has left the page already.
    if (!isInAddressBar(location)) return;
    const { to, state } = redirectOf({
      role,
      hasExpired: sessions.hasExpired(),
      hadAccess: hadAccess.current,
      address: pathname + search,
    });
    navigate(to, { replace: true, state });
  });
  useEffect(() => redirect(), [sessions, session, pathname, search]);
  return session?.role === required && !mustActFirst(session.user) ? session : null;
}
