import { useCallback } from 'react';
import { useSessionStore } from '../session/session.ts';
import { type ApiRequest, readBody, RequestFailed, requestOk } from './request-json.ts';

type SentRequest = Omit<ApiRequest, 'token'>;

/** Sends requests with the token of the session, and gives the raw responses. A 401 ends the session. */
export function useSendRaw() {
  const sessions = useSessionStore();
  return useCallback(
    async (path: string, request: SentRequest = {}) => {
      const token = sessions.read()?.token ?? null;
      try {
        return await requestOk(path, { ...request, token });
      } catch (error) {
        if (token && error instanceof RequestFailed && error.status === 401) sessions.expire(token);
        throw error;
      }
    },
    [sessions],
  );
}

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
    async (path, { onResponse, ...request } = {}) => {
      const response = await send(path, request);
      onResponse?.(response);
      return readBody(response);
    },
    [send],
  );
}

/** A new idempotency key. Not by `crypto.randomUUID`, which is missing on pages without TLS. */
export function newCommandKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
