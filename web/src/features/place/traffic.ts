import { useEffect } from 'react';
import { requestJson, logFailure, hasStatus } from '../../shared/api/request-json.ts';
import { useSessionStore } from '../../shared/session/session.ts';
import type { ContactChannel } from './contact-links.ts';

/** How long a page must stay open to count as a visit, in milliseconds. */
const visitDelay = 500;

/** Reports one visit to the API, unless the page is left before `visitDelay`. */
export function useVisit(placeId: string): void {
  const sessions = useSessionStore();
  useEffect(() => {
    const timer = setTimeout(() => {
      const token = sessions.read()?.token ?? null;
      void report(`${pathOf(placeId)}/view`, { viewedAt: new Date().toISOString() }, token);
    }, visitDelay);
    return () => clearTimeout(timer);
  }, [placeId, sessions]);
}

/** Reports a clicked channel to the API, without delaying the link. */
export function useReportClick(placeId: string): (channel: ContactChannel | 'youtube') => void {
  const sessions = useSessionStore();
  return (channel) => {
    const token = sessions.read()?.token ?? null;
    void report(`${pathOf(placeId)}/click`, { channel }, token);
  };
}

function pathOf(placeId: string): string {
  return `/api/businesses/${encodeURIComponent(placeId)}`;
}

/** Sends the token, as visits of owners and admins are not counted; sends again without a token that has expired. */
async function report(path: string, body: object, token: string | null): Promise<void> {
  try {
    await requestJson(path, { method: 'POST', token, body, keepalive: true });
  } catch (error) {
    if (token !== null && hasStatus(error, 401)) await report(path, body, null);
    else logFailure('The visit could not be counted', error);
  }
}
