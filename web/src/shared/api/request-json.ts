import type { ProblemResponse } from '@directory/api/contracts';

/** The API refused, or could not be reached (`status` null). The message is for people. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly status: number | null;
  readonly errors: ProblemResponse['errors'];

  constructor(status: number | null, message: string, errors?: ProblemResponse['errors']) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

export type ApiRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly token?: string | null;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/**
 * Asks the API. The server checks its answers against the same contracts, so they are not checked again here, which keeps the
 * checker out of the first load; the caller says which contract its path answers with.
 * @throws RequestFailed, or an AbortError when the signal aborts.
 */
export async function requestJson(path: string, request: ApiRequest = {}): Promise<unknown> {
  const response = await send(path, request);
  const body: unknown = response.status === 204 ? null : await readBody(response);
  if (response.ok) return body;
  throw new RequestFailed(response.status, messageOf(body), errorsOf(body));
}

async function send(path: string, { method = 'GET', token, body, signal }: ApiRequest) {
  const headers: Record<string, string> = {};
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  try {
    return await fetch(path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestFailed(null, 'The directory cannot be reached.');
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (!response.ok) return null;
    throw error;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function messageOf(body: unknown): string {
  return isObject(body) && typeof body['message'] === 'string' ? body['message'] : '';
}

function errorsOf(body: unknown): ProblemResponse['errors'] {
  if (!isObject(body) || !isObject(body['errors'])) return undefined;
  const lists = Object.entries(body['errors']).map(([field, messages]): [string, string[]] => [
    field,
    Array.isArray(messages) ? messages.map(String) : [],
  ]);
  return Object.fromEntries(lists);
}
