import { afterEach, expect, test, vi } from 'vitest';
import { requestJson, RequestFailed } from './request-json.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answerWith = (answer: () => Promise<Response>) => {
  const fetched = vi.fn(answer);
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
  });
});

test('a command carries the key that keeps it from being carried out twice', async () => {
  const fetched = answerWith(() => Promise.resolve(new Response(null, { status: 204 })));
  await requestJson('/x', { method: 'DELETE', idempotencyKey: 'k' });
  expect(fetched).toHaveBeenCalledWith('/x', {
    method: 'DELETE',
    headers: { 'Idempotency-Key': 'k' },
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
