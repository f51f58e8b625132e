import { setTimeout as delay } from 'node:timers/promises';
import type { RandomNumbers } from '../../../projections/src/testing/random-numbers.ts';
import { browser } from '../client.ts';

export type Answer = {
  readonly status: number;
  readonly isStale: boolean;
  readonly body: unknown;
};

type Request = {
  readonly method?: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: object;
};

const timeoutMs = 10_000;

/** Undefined if there was no complete response in time. */
export async function send(url: string, request: Request = {}): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      signal: AbortSignal.timeout(timeoutMs),
      ...(request.body && { body: bodyOf(request.body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      isStale: response.headers.get('X-Stale') === 'true',
      body: text === '' ? null : JSON.parse(text),
    };
  } catch {
    return undefined;
  }
}

function headersOf({ token, key, body }: Request): Record<string, string> {
  return {
    ...browser,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
    ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
  };
}

function bodyOf(body: object): string | FormData {
  return body instanceof FormData ? body : JSON.stringify(body);
}

export type Settled = { readonly answer: Answer; readonly attempts: number };

const retryTimeoutMs = 60_000;

/** Retries until the outcome is known; null if it is not known after a minute. */
export async function retryUntilSettled(
  attempt: () => Promise<Answer | undefined>,
  random: RandomNumbers,
): Promise<Settled | null> {
  const deadline = performance.now() + retryTimeoutMs;
  for (let attempts = 1; performance.now() < deadline; attempts += 1) {
    const answer = await attempt();
    if (answer && !isTransient(answer)) return { answer, attempts };
    await delay(50 + random() * 200);
  }
  return null;
}

function isTransient({ status }: Answer): boolean {
  return status >= 500 || status === 429;
}

export function pick<Value>(values: readonly Value[], random: RandomNumbers): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('no values to pick from');
  return value;
}
