import { expect, test } from 'vitest';
import { command, rejection, requestOf } from './listing-command.ts';

const listing = { id: 'a', businessName: 'Warung', revision: 7 };

test('a decision carries the revision that the admin saw', () => {
  const approval = requestOf(command('approve', listing));
  expect(approval.path).toBe('/api/businesses/a');
  expect(approval.request).toMatchObject({
    method: 'PUT',
    body: { status: 'approved', revision: 7 },
  });
  expect(requestOf(rejection(listing, { code: 'photo', text: 'Blurred' })).request.body).toEqual({
    status: 'rejected',
    reason: { code: 'photo', text: 'Blurred' },
    revision: 7,
  });
});

test.each([
  ['delete', 'DELETE', '/api/businesses/a'],
  ['restore', 'POST', '/api/businesses/a/restoration'],
  ['withdraw', 'POST', '/api/businesses/a/decision-withdrawal'],
] as const)('the command %s sends %s %s', (kind, method, path) => {
  const { request, ...call } = requestOf(command(kind, listing));
  expect([call.path, request.method]).toEqual([path, method]);
});

test('a retried command has the same idempotency key, a new one another', () => {
  const first = command('approve', listing);
  const keyOf = (one: typeof first) => requestOf(one).request.idempotencyKey;
  expect(keyOf(first)).toBe(keyOf(first));
  expect(keyOf(first)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf(command('approve', listing))).not.toBe(keyOf(first));
});
