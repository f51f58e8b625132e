import { expect, test } from 'vitest';
import { requestOf, undoOf, withKey } from './use-decisions.ts';

const listing = { id: 'a', businessName: 'Warung', revision: 7 };

test('a decision carries the revision that the admin saw', () => {
  const approval = requestOf(withKey({ kind: 'approve', listing }));
  expect(approval.path).toBe('/api/businesses/a?revision=7');
  expect(approval.request).toMatchObject({ method: 'PUT', body: { status: 'approved' } });
  const reason = { code: 'photo', text: 'Blurred' } as const;
  expect(requestOf(withKey({ kind: 'reject', listing, reason })).request.body).toEqual({
    status: 'rejected',
    reason,
  });
});

test.each([
  ['delete', 'DELETE', '/api/businesses/a?revision=7'],
  ['restore', 'POST', '/api/businesses/a/restoration?revision=7'],
  ['withdraw', 'POST', '/api/businesses/a/decision-withdrawal?revision=7'],
] as const)('the command %s sends %s %s', (kind, method, path) => {
  const { request, ...call } = requestOf(withKey({ kind, listing }));
  expect([call.path, request.method]).toEqual([path, method]);
});

test.each([
  ['approve', '/api/businesses/a/decision-withdrawal?revision=8'],
  ['delete', '/api/businesses/a/restoration?revision=8'],
] as const)('the undo of %s carries the revision that the command led to', (kind, path) => {
  const undo = undoOf({ kind, listing });
  expect(undo && requestOf(withKey(undo)).path).toBe(path);
});

test('the restoration of a version names it, and carries the revision that the admin saw', () => {
  const { path, request } = requestOf(withKey({ kind: 'restoreVersion', listing, version: 3 }));
  expect(path).toBe('/api/businesses/a/versions/3/restoration?revision=7');
  expect(request.method).toBe('POST');
});

test('a restoration has no undo', () => {
  expect(undoOf({ kind: 'restore', listing })).toBeNull();
});

test('a retried command has the same idempotency key, a new one another', () => {
  const first = withKey({ kind: 'approve', listing });
  const keyOf = (one: typeof first) => requestOf(one).request.idempotencyKey;
  expect(keyOf(withKey(first))).toBe(keyOf(first));
  expect(keyOf(first)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf(withKey({ kind: 'approve', listing }))).not.toBe(keyOf(first));
});
