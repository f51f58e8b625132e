import type { ProblemResponse } from '@directory/api/contracts';
import { isObject, textOf } from '@directory/domain/shared/unknown';
import { parseObject } from '../local-storage.ts';
import { siteTexts } from '../../texts/site-texts.ts';

/** The API refused the request, or is unreachable (`status` null). The message is shown to users. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly status: number | null;
  readonly errors: ProblemResponse['errors'];
  /** The fields that somebody else changed meanwhile. */
  readonly fields: readonly string[];

  constructor(
    status: number | null,
    message: string,
    { errors, fields = [] }: Pick<ProblemResponse, 'errors' | 'fields'> = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.fields = fields;
  }
}

export function hasStatus(error: unknown, status: number): error is RequestFailed {
  return error instanceof RequestFailed && error.status === status;
}

export type ApiRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly token?: string | null;
  /** Sent as JSON, or as it is when it is FormData. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Whether the request continues after the page is left. */
  readonly keepalive?: boolean;
  /** A command that is retried with the same key is executed once. */
  readonly idempotencyKey?: string;
};

/**
 * Sends a request to the API. The caller names the contract of the response; it is not parsed here, which keeps the schemas out
 * of the first page. The server checks its responses against the contracts in tests and development. Null for a 204.
 * @throws RequestFailed, or an AbortError when the signal aborts.
 */
export async function requestJson<T = unknown>(path: string, request: ApiRequest = {}): Promise<T> {
  return readBody<T>(await requestOk(path, request));
}

/** The body of a response, as `requestJson` returns it. */
export async function readBody<T>(response: Response): Promise<T> {
  // The only unchecked cast of a response.
  return (response.status === 204 ? null : await response.json().catch(failUnreachable)) as T;
}

/**
 * The raw response of a request that succeeded.
 * @throws RequestFailed, or an AbortError when the signal aborts.
 */
export async function requestOk(path: string, request: ApiRequest = {}): Promise<Response> {
  const response = await send(path, request);
  if (response.ok) return response;
  const body = parseObject(await response.text().catch(() => null));
  const isOfProxy = textOf(body['message']) === '';
  const { message, errors, fields } = response.status === 413 && isOfProxy ? photoTooLarge : body;
  throw new RequestFailed(response.status, textOf(message), {
    errors: errorsOf(errors),
    fields: textsIn(fields),
  });
}

/** A proxy refuses a large body with a page of its own, and only a photograph makes one large. */
const photoTooLarge: Record<string, unknown> = {
  message: siteTexts.load.photoTooLarge,
  errors: { imagePath: [siteTexts.load.photoTooLarge] },
};

/** The server gives up an upload after 200 seconds, and answers everything else much sooner. */
const maxTransferMs = 240_000;
/** How long the answer to anything but an upload may take to begin. Proxies wait as long. */
const maxWaitMs = 60_000;

/** Gives up a request that hangs, as on a phone whose connection broke unnoticed. */
async function send(path: string, request: ApiRequest): Promise<Response> {
  const { method = 'GET', body, signal, keepalive } = request;
  const headers = headersOf(request);
  const isForm = body instanceof FormData;
  const giveUp = new AbortController();
  const abort = () => giveUp.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(abort, isForm ? maxTransferMs : maxWaitMs);
  try {
    const response = await fetch(path, {
      method,
      headers,
      signal: giveUp.signal,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(keepalive && { keepalive }),
    });
    // Its body may hang, too. A file may take longer.
    if (!response.headers.has('Content-Disposition')) setTimeout(abort, maxTransferMs);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    return failUnreachable();
  } finally {
    clearTimeout(timer);
  }
}

/** Also for a response that was cut off, or that is not from the API. */
function failUnreachable(): never {
  throw new RequestFailed(null, siteTexts.load.unreachable);
}

function headersOf({ token, body, idempotencyKey }: ApiRequest): Record<string, string> {
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    // The browser sets the type of FormData itself, with its boundary.
    ...(body !== undefined &&
      !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
  };
}

function errorsOf(errors: unknown): ProblemResponse['errors'] {
  if (!isObject(errors)) return undefined;
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [field, textsIn(messages)]),
  );
}

/** The texts of a list; none of anything else. */
function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Logs a failure that the page handles to the console. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error);
}

/** Whether the device knows that it is offline. One that is online may still reach nothing. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && !navigator.onLine;
}
