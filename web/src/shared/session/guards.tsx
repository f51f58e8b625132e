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
  const session = useAccess('user', ({ role, hasExpired, formerRole, address }) => {
    if (role === 'admin') return { to: '/user/userlogin' };
    return { to: formerRole && !hasExpired ? '/' : withNext('/login', address) };
  });
  return <PageOf session={session}>{children}</PageOf>;
}

/** Pages of admins. Everybody else is redirected to log in, and returns afterwards if the session had expired. */
export function AdminOnly({ children }: GuardProps) {
  const session = useAccess('admin', ({ hasExpired, address }) => ({
    to: '/admin',
    state: hasExpired ? { cameFrom: address } : null,
  }));
  return <PageOf session={session}>{children}</PageOf>;
}

/** Pages of everybody who is logged in. Visitors are redirected to log in, and from the page after a logout. */
export function SignedInOnly({ children }: GuardProps) {
  const session = useAccess('any', ({ hasExpired, formerRole, address }) => {
    if (!formerRole) return { to: withNext('/user/userlogin', address) };
    // The layout redirects after an expired session.
    return hasExpired ? null : { to: formerRole === 'admin' ? '/admin' : '/' };
  });
  return <PageOf session={session}>{children}</PageOf>;
}

type Denied = {
  readonly role: Role | undefined;
  readonly hasExpired: boolean;
  /** The role that had access before a logout, here or in another tab. */
  readonly formerRole: Role | undefined;
  readonly address: string;
};
type Redirect = { readonly to: string; readonly state?: LinkState | null };

/** The session, if it has access. A user who must act first has it only to pages of any role, such as the own account. */
function useAccess(
  required: Role | 'any',
  redirectOf: (denied: Denied) => Redirect | null,
): Session | null {
  const session = useSession();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  const formerRole = useRef<Role>(undefined);
  const redirect = useEffectEvent(() => {
    // Read directly: during hydration the hook has no session yet.
    const now = sessions.read();
    if (now && (required === 'any' || now.role === required)) {
      if (required !== 'any' && mustActFirst(now.user)) navigate('/account', { replace: true });
      else formerRole.current = now.role;
      return;
    }
    // A logout here has left the page already.
    if (!isInAddressBar(location)) return;
    const target = redirectOf({
      role: now?.role,
      hasExpired: sessions.hasExpired(),
      formerRole: formerRole.current,
      address: pathname + search,
    });
    if (target) navigate(target.to, { replace: true, state: target.state });
  });
  useEffect(() => redirect(), [sessions, session, pathname, search]);
  if (required === 'any' || !session) return session;
  return session.role === required && !mustActFirst(session.user) ? session : null;
}
