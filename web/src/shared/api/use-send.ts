import { useCallback } from 'react';
import { useSession, useSessionStore } from '../session/session.ts';
import { type ApiRequest, readBody, RequestFailed, requestOk } from './request-json.ts';

type SentRequest = Omit<ApiRequest, 'token'>;

/**
 * Sends requests with the token of the session, and gives what is read from their responses. A 401 ends the session. Once the user
 * has logged out, or somebody else in, nothing is sent and late answers never arrive.
 */
export function useSendRaw() {
  const sessions = useSessionStore();
  const userId = useSession()?.user.id;
  return useCallback(
    async <T>(
      path: string,
      request: SentRequest,
      read: (response: Response) => T | Promise<T>,
    ): Promise<T> => {
      const isOver = () => userId !== undefined && !sessions.isOf(userId);
      if (isOver()) return never();
      const token = sessions.read()?.token ?? null;
      try {
        return await read(await requestOk(path, { ...request, token }));
      } catch (error) {
        if (token && error instanceof RequestFailed && error.status === 401) sessions.expire(token);
        throw error;
      } finally {
        if (isOver()) await never();
      }
    },
    [sessions, userId],
  );
}

/** A new promise each time, as one for all would keep in memory whatever waits for it, such as photographs that were being sent. */
const never = () => new Promise<never>(() => undefined);

export type Send = <T = unknown>(
  path: string,
  request?: SentRequest & {
    /** Called on success, for what the headers say. */
    readonly onResponse?: (response: Response) => void;
  },
) => Promise<T>;

/** Like `useSendRaw`, but gives the bodies of the responses. */
export function useSend(): Send {
  const send = useSendRaw();
  return useCallback(
    (path, { onResponse, ...request } = {}) =>
      send(path, request, (response) => {
        onResponse?.(response);
        return readBody(response);
      }),
    [send],
  );
}

/** A new idempotency key. Not by `crypto.randomUUID`, which is missing on pages without TLS. */
export function newCommandKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
