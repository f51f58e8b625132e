import { useNavigate } from 'react-router-dom';
import { forgetDrafts } from './forget-drafts.ts';
import { useSessionStore } from './use-session.ts';

/** Logs out on purpose: nothing of the person stays in this browser. */
export function useLogOut(): () => void {
  const sessions = useSessionStore();
  const navigate = useNavigate();
  return () => {
    const session = sessions.read();
    if (session) forgetDrafts(session.user.id);
    sessions.end();
    void navigate(session?.role === 'admin' ? '/admin' : '/');
  };
}
