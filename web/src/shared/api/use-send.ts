import { useCallback } from 'react';
import { useSessionStore } from '../session/session.ts';
import { type ApiRequest, RequestFailed, requestJson } from './request-json.ts';

export type Send = <T = unknown>(path: string, request?: Omit<ApiRequest, 'token'>) => Promise<T>;

/** Sends requests with the token of the session. A 401 ends the session. */
export function useSend(): Send {
  const sessions = useSessionStore();
  return useCallback(
    async <T>(path: string, request: Omit<ApiRequest, 'token'> = {}) => {
      const token = sessions.read()?.token ?? null;
      try {
        return await requestJson<T>(path, { ...request, token });
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
