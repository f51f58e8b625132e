import { useCallback } from 'react';
import { useSessionStore } from '../session/session.ts';
import { type ApiRequest, readBody, RequestFailed, requestOk } from './request-json.ts';

type SentRequest = Omit<ApiRequest, 'token'> & {
  /** Called on success, for what the headers say. */
  readonly onResponse?: (response: Response) => void;
};

export type Send = <T = unknown>(path: string, request?: SentRequest) => Promise<T>;

/** Sends requests with the token of the session. A 401 ends the session. */
export function useSend(): Send {
  const sessions = useSessionStore();
  return useCallback(
    async <T>(path: string, { onResponse, ...request }: SentRequest = {}) => {
      const token = sessions.read()?.token ?? null;
      try {
        const response = await requestOk(path, { ...request, token });
        onResponse?.(response);
        return await readBody<T>(response);
      } catch (error) {
        if (token && error instanceof RequestFailed && error.status === 401) sessions.expire(token);
        throw error;
      }
    },
    [sessions],
  );
}

/** A new idempotency key. Not by `crypto.randomUUID`, which is missing on pages without TLS. */
export function newCommandKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
