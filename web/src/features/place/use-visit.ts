import { useEffect } from 'react';
import { requestJson } from '../../shared/api/request-json.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { useSessionStore } from '../../shared/session/use-session.ts';

/** How long a page must stay open to count as looked at, in milliseconds. */
const visitDelay = 500;

/** Tells the API once that this place is being looked at; whoever leaves sooner was not looking. */
export function useVisit(id: string): void {
  const sessions = useSessionStore();
  useEffect(() => {
    const timer = setTimeout(() => {
      const body = { viewedAt: new Date().toISOString() };
      const token = sessions.read()?.token ?? null;
      requestJson(`/api/businesses/${encodeURIComponent(id)}/view`, {
        method: 'POST',
        token,
        body,
      }).catch((error: unknown) => {
        logFailure('The visit could not be counted', error);
      });
    }, visitDelay);
    return () => {
      clearTimeout(timer);
    };
  }, [id, sessions]);
}
