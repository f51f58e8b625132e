import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { isInAddressBar, useLocation, useNavigate } from '../navigation/router.tsx';
import { withNext } from '../navigation/link-state.ts';
import { mustActFirst, type Role, type Session, useSession, useSessionStore } from './session.ts';

type Denied = {
  readonly role: Role | undefined;
  readonly hasExpired: boolean;
  /** The role that had access before a logout, here or in another tab. */
  readonly formerRole: Role | undefined;
  readonly address: string;
};

/** Where whoever has no access to the pages of a role is redirected; null where that is done elsewhere. */
const redirects: Readonly<Record<Role | 'any', (denied: Denied) => string | null>> = {
  /** Visitors log in, and admins are shown who they are logged in as. */
  user({ role, hasExpired, formerRole, address }) {
    if (role === 'admin') return '/user/userlogin';
    return formerRole && !hasExpired ? '/' : withNext('/login', address);
  },
  /** Everybody else logs in, and returns afterwards, except for owners and after a logout. */
  admin: ({ role, hasExpired, formerRole, address }) =>
    withNext('/admin', hasExpired || !(role ?? formerRole) ? address : null),
  /** Visitors log in. Whoever logs out leaves the page. */
  any({ hasExpired, formerRole, address }) {
    if (!formerRole) return withNext('/user/userlogin', address);
    // The layout redirects after an expired session.
    if (hasExpired) return null;
    return formerRole === 'admin' ? '/admin' : '/';
  },
};

type GuardProps = { readonly access: keyof typeof redirects; readonly children: ReactNode };

/** Pages of a role. What was entered and is shown there goes when somebody else logs in. */
export function Guard({ access, children }: GuardProps) {
  const session = useAccess(access);
  return session && <Fragment key={session.user.id}>{children}</Fragment>;
}

/** The session, if it has access. A user who must act first has it only to pages of any role, such as the own account. */
function useAccess(required: GuardProps['access']): Session | null {
  const session = useSession();
  const sessions = useSessionStore();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  const formerRole = useRef<Role>(undefined);
  const redirect = useEffectEvent(() => {
    // Read directly: during hydration the hook has no session yet.
    const now = sessions.read();
    const address = pathname + search;
    if (now && (required === 'any' || now.role === required)) {
      if (required !== 'any' && mustActFirst(now.user))
        navigate(withNext('/account', address), { replace: true });
      else formerRole.current = now.role;
      return;
    }
    // A logout here has left the page already.
    if (!isInAddressBar(location)) return;
    const target = redirects[required]({
      role: now?.role,
      hasExpired: sessions.hasExpired(),
      formerRole: formerRole.current,
      address,
    });
    if (target !== null) navigate(target, { replace: true });
  });
  useEffect(() => redirect(), [sessions, session, pathname, search]);
  if (required === 'any' || !session) return session;
  return session.role === required && !mustActFirst(session.user) ? session : null;
}
