import { afterEach, expect, test, vi } from 'vitest';
import { requestJson, requestOk, RequestFailed } from './request-json.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const notAborted: unknown = expect.objectContaining({ aborted: false });

const answerWith = (answer: (signal?: AbortSignal | null) => Promise<Response>) => {
  const fetched = vi.fn((_path: string, { signal }: RequestInit = {}) => answer(signal));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

test('a body is sent as JSON with the token of the session', async () => {
  const fetched = answerWith(() => Promise.resolve(new Response(null, { status: 204 })));
  expect(await requestJson('/x', { method: 'POST', token: 't', body: { a: 1 } })).toBeNull();
  expect(fetched).toHaveBeenCalledWith('/x', {
    method: 'POST',
    headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json' },
    body: '{"a":1}',
    signal: notAborted,
  });
});

test('a command carries the key that keeps it from being carried out twice', async () => {
  const fetched = answerWith(() => Promise.resolve(new Response(null, { status: 204 })));
  await requestJson('/x', { method: 'DELETE', idempotencyKey: 'k' });
  expect(fetched).toHaveBeenCalledWith('/x', {
    method: 'DELETE',
    headers: { 'Idempotency-Key': 'k' },
    signal: notAborted,
  });
});

test('a refusal carries its status, its message and what is wrong with which field', async () => {
  const problem = { message: 'Please check.', errors: { email: ['Enter one.'] } };
  answerWith(() => Promise.resolve(Response.json(problem, { status: 400 })));
  await expect(requestJson('/x')).rejects.toMatchObject({
    status: 400,
    message: 'Please check.',
    errors: { email: ['Enter one.'] },
  });
});

test('a refusal that is no JSON is a refusal all the same', async () => {
  answerWith(() => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })));
  await expect(requestJson('/x')).rejects.toMatchObject({ status: 502, message: '' });
});

test('a body that is too large for a proxy is a fault of the photo', async () => {
  answerWith(() => Promise.resolve(new Response('<h1>Too large</h1>', { status: 413 })));
  const message = 'The photo is too large for this site. Please choose a smaller one.';
  await expect(requestJson('/x')).rejects.toMatchObject({
    status: 413,
    message,
    errors: { imagePath: [message] },
  });
});

test.each([
  ['a server that cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a response that is cut off', () => Promise.resolve(new Response('{"id":"b'))],
])('%s is a failure without a status', async (_what, answer) => {
  answerWith(answer);
  const failure: unknown = await requestJson('/x').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RequestFailed);
  expect(failure).toMatchObject({ status: null });
});

test('an aborted request is no failure of the server', async () => {
  const aborted = new DOMException('aborted', 'AbortError');
  answerWith(() => Promise.reject(aborted));
  await expect(requestJson('/x', { signal: AbortSignal.abort() })).rejects.toBe(aborted);
});

test.each([
  ['a request that is not answered', {}, 60],
  ['an upload that is not answered', { method: 'POST', body: new FormData() }, 240],
] as const)('%s is given up as unreachable', async (_what, request, seconds) => {
  vi.useFakeTimers();
  const settled = vi.fn();
  answerWith(hanging);
  const failure = requestJson('/x', request).catch((error: unknown) => error);
  void failure.then(settled);
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toMatchObject({ name: 'RequestFailed', status: null });
});

test('a response whose body never ends is given up as unreachable, but not a file', async () => {
  vi.useFakeTimers();
  answerWith((signal) => Promise.resolve(new Response(endless(signal))));
  const failure = requestJson('/x').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(240_000);
  expect(await failure).toMatchObject({ name: 'RequestFailed', status: null });

  const headers = { 'Content-Disposition': 'attachment; filename="all.csv"' };
  const given: (AbortSignal | null | undefined)[] = [];
  answerWith((signal) => {
    given.push(signal);
    return Promise.resolve(new Response(endless(signal), { headers }));
  });
  await requestOk('/x');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(given[0]).toEqual(notAborted);
});

test('a request that the page no longer needs is aborted', async () => {
  answerWith(hanging);
  const leaving = new AbortController();
  const failure = requestJson('/x', { signal: leaving.signal }).catch((error: unknown) => error);
  leaving.abort();
  expect(await failure).toMatchObject({ name: 'AbortError' });
});

/** Never answers. */
function hanging(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

/** A body without an end. */
function endless(signal: AbortSignal | null | undefined): ReadableStream {
  return new ReadableStream({
    start: (body) => signal?.addEventListener('abort', () => body.error(signal.reason)),
  });
}
