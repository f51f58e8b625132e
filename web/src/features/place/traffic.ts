import { useEffect } from 'react';
import { requestJson, logFailure, hasStatus } from '../../shared/api/request-json.ts';
import { type SessionStore, useSessionStore } from '../../shared/session/session.ts';
import type { ContactChannel } from './contact-links.ts';

/** How long a page must stay open to count as a visit, in milliseconds. */
const visitDelay = 500;

/** Reports one visit to the API, unless the page is left before `visitDelay`. */
export function useVisit(placeId: string): void {
  const sessions = useSessionStore();
  useEffect(() => {
    const timer = setTimeout(() => {
      report(sessions, placeId, 'view', { viewedAt: new Date().toISOString() });
    }, visitDelay);
    return () => clearTimeout(timer);
  }, [placeId, sessions]);
}

/** Reports a clicked channel to the API, without delaying the link. */
export function useReportClick(placeId: string): (channel: ContactChannel | 'youtube') => void {
  const sessions = useSessionStore();
  return (channel) => report(sessions, placeId, 'click', { channel });
}

/** Sends the token, as visits of owners and admins are not counted; sends again without a token that has expired. */
function report({ read }: SessionStore, placeId: string, call: 'view' | 'click', body: object) {
  const path = `/api/businesses/${encodeURIComponent(placeId)}/${call}`;
  const post = (token: string | null): Promise<unknown> =>
    requestJson(path, { method: 'POST', token, body, keepalive: true }).catch((error: unknown) => {
      if (token !== null && hasStatus(error, 401)) return post(null);
      logFailure('The visit could not be counted', error);
      return undefined;
    });
  void post(read()?.token ?? null);
}
