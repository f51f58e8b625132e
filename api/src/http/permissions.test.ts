import { describe, expect, test } from 'vitest';
import type { Viewer } from './middleware/session.ts';
import {
  accessRules,
  canEditListing,
  canSeeHistory,
  canSeeOwner,
  canSeeReviewers,
  canSeeWholeListing,
  canSubmitListings,
  countsAsVisit,
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
    ['see the analytics of an owner', (viewer) => canSeeOwner(viewer, 'siti'), ['owner', 'admin']],
    ['be counted', (viewer) => countsAsVisit(viewer, pending), ['visitor', 'another']],
  ])('%s', (_, isAllowed, allowed) => {
    const names = Object.entries(viewers).filter(([, viewer]) => isAllowed(viewer));
    expect(names.map(([name]) => name)).toEqual(allowed);
  });
});
