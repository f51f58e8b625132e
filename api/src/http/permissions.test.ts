import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { visitor, type Viewer } from './middleware/session.ts';
import {
  accessRules,
  canEditListing,
  canSeeHistory,
  canSeeReviewers,
  canSeeWholeListing,
  canSubmitListings,
  countsAsVisit,
  isOwnerOrAdmin,
  viewerFor,
} from './permissions.ts';

const viewers: Record<'visitor' | 'owner' | 'another' | 'admin', Viewer> = {
  visitor: { role: 'visitor', id: null },
  owner: { role: 'user', id: 'siti', fullName: 'Siti' },
  another: { role: 'user', id: 'ali', fullName: 'Ali' },
  admin: { role: 'admin', id: 'boss', fullName: 'Boss' },
};
const pending = { ownerId: 'siti', status: 'pending' };
const deleted = { ownerId: 'siti', status: 'deleted' };
const imported = { ownerId: null, status: 'approved' };

describe('permission to', () => {
  test.each<[string, (viewer: Viewer) => boolean, readonly (keyof typeof viewers)[]]>([
    ['submit', canSubmitListings, ['owner', 'another']],
    ['edit a listing', (viewer) => canEditListing(viewer, pending), ['owner']],
    ['edit a listing without an owner', (viewer) => canEditListing(viewer, imported), ['admin']],
    ['see a whole listing', (viewer) => canSeeWholeListing(viewer, pending), ['owner', 'admin']],
    ['see a deleted listing', (viewer) => canSeeWholeListing(viewer, deleted), []],
    ['call what is for admins', accessRules.admin.isAllowed, ['admin']],
    ['call what is for owners', accessRules.owner.isAllowed, ['owner', 'another']],
    [
      'call what is for the signed-in',
      accessRules['signed-in'].isAllowed,
      ['owner', 'another', 'admin'],
    ],
    ['call what is public', accessRules.public.isAllowed, ['visitor', 'owner', 'another', 'admin']],
    ['see a history', (viewer) => canSeeHistory(viewer, pending), ['owner', 'admin']],
    ['see the history of a deleted one', (viewer) => canSeeHistory(viewer, deleted), ['admin']],
    ['see the reviewers', canSeeReviewers, ['admin']],
    [
      'see the analytics of an owner',
      (viewer) => isOwnerOrAdmin(viewer, pending),
      ['owner', 'admin'],
    ],
    ['be counted', (viewer) => countsAsVisit(viewer, pending), ['visitor', 'another']],
  ])('%s', (_, isAllowed, allowed) => {
    const names = Object.entries(viewers).filter(([, viewer]) => isAllowed(viewer));
    expect(names.map(([name]) => name)).toEqual(allowed);
  });
});

test.each(['mustChangePassword', 'mustSetUpSecondFactor'] as const)(
  'who %s is a visitor for what is public, and is refused what is not',
  (duty) => {
    const admin = { ...viewers.admin, [duty]: true };
    expect(viewerFor('public', admin)).toBe(visitor);
    expect(viewerFor('machine', admin)).toBe(visitor);
    expect(viewerFor('account', admin)).toBe(admin);
    expect(() => viewerFor('admin', admin)).toThrow(expect.objectContaining({ status: 403 }));
    expect(() => viewerFor('signed-in', admin)).toThrow(expect.objectContaining({ status: 403 }));
  },
);

/** Whether a visitor may read metrics. */
function mayRead(address: string, headers: Record<string, string>): boolean {
  const req = new IncomingMessage(new Socket());
  Object.assign(req.headers, headers);
  req.httpVersion = '1.1';
  Object.defineProperty(req.socket, 'remoteAddress', { value: address });
  return accessRules.machine.isAllowed(visitor, { params: {}, req });
}

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['192.0.2.1', false],
])(
  'a visitor at %s who names the machine as localhost may read metrics: %s',
  (address, isAllowed) => {
    expect(mayRead(address, { host: 'localhost:3000' })).toBe(isAllowed);
  },
);

test.each([
  ['localhost', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example:3000', false],
  ['evil.example', false],
  ['evil-localhost', false],
])('a visitor on the machine who names it %s may read metrics: %s', (host, isAllowed) => {
  expect(mayRead('127.0.0.1', { host })).toBe(isAllowed);
});

test.each([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
])('what a proxy on the machine passes on with %s may not read metrics', (header) => {
  expect(mayRead('127.0.0.1', { host: 'localhost', [header]: 'proxy' })).toBe(false);
});
