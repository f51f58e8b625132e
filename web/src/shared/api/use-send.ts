import { useCallback } from 'react';
import { useSession, useSessionStore } from '../session/session.ts';
import { type ApiRequest, readBody, requestOk, hasStatus } from './request-json.ts';

export type Send = <T = unknown>(
  path: string,
  request?: Omit<ApiRequest, 'token'>,
  /** Reads a response that is more than its body. */
  read?: (response: Response) => Promise<T>,
) => Promise<T>;

/**
 * Sends requests with the token of the session, and gives what is read from their responses, by default the bodies. A 401 ends the
 * session. Once the user has logged out, or somebody else in, nothing is sent and late answers never arrive.
 */
export function useSend(): Send {
  const sessions = useSessionStore();
  const userId = useSession()?.user.id;
  return useCallback<Send>(
    async (path, request = {}, read = readBody) => {
      const isOver = () => userId !== undefined && !sessions.isOf(userId);
      if (isOver()) return never();
      const token = sessions.read()?.token ?? null;
      try {
        return await read(await requestOk(path, { ...request, token }));
      } catch (error) {
        if (token && hasStatus(error, 401)) sessions.expire(token);
        throw error;
      } finally {
        if (isOver()) await never();
      }
    },
    [sessions, userId],
  );
}

/** Waits for ever. A new promise each time, as one for all would keep in memory whatever waits for it, such as photographs that were being sent. */
const never = () => new Promise<never>(() => undefined);

/** A new idempotency key. Not by `crypto.randomUUID`, which is missing on pages without TLS. */
export function newCommandKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
