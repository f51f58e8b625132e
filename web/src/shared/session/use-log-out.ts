import { useNavigate } from 'react-router-dom';
import { forgetDraft } from './forget-draft.ts';
import { useSessionStore } from './use-session.ts';

/** Logs out on purpose: nothing of the person stays in this browser. */
export function useLogOut(): () => void {
  const sessions = useSessionStore();
  const navigate = useNavigate();
  return () => {
    const session = sessions.read();
    if (session) forgetDraft(session.user.id);
    sessions.end();
    void navigate(session?.role === 'admin' ? '/admin' : '/');
  };
}
