import type { AccountStore } from '../accounts/account-store.ts';
import { verifyPassword } from '../accounts/passwords.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { eraseAccountRequest, type EraseAccountRequest } from '../contracts/accounts.ts';
import type { Erasure } from '../erase-owner.ts';
import { wrongPassword } from '../http/errors.ts';
import type { RateLimit } from '../http/middleware/rate-limit.ts';
import { requireSignedIn } from '../http/permissions.ts';
import { defineRoute, type Route } from '../http/route.ts';

export type OwnAccountDeps = {
  readonly accounts: AccountStore;
  readonly sessions: Pick<Sessions, 'end'>;
  readonly erase: (erasure: Erasure) => Promise<unknown>;
  /** Slows down guessing the password of a session that was left open. */
  readonly limit: RateLimit;
};

/** What people do with their own account. */
export function ownAccountRoutes(deps: OwnAccountDeps): readonly Route[] {
  const { sessions, limit } = deps;
  return [
    defineRoute({
      method: 'delete',
      path: '/api/account/sessions',
      operationId: 'logOutEverywhere',
      summary: 'End every session of the own account, this one included',
      access: 'account',
      response: { status: 204, description: 'Every token is invalid, within ten seconds' },
      async handle(ctx) {
        await sessions.end(requireSignedIn(ctx.state.viewer).id);
        return undefined;
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/user/me',
      operationId: 'eraseAccount',
      summary: 'Erase the own account with all personal data, and the listings or their owner',
      access: 'owner',
      limit,
      body: { type: 'json', schema: eraseAccountRequest },
      response: { status: 204, description: 'Erased; the token is no longer valid' },
      handle: (ctx, { body }) => eraseAccount(deps, requireSignedIn(ctx.state.viewer).id, body),
    }),
  ];
}

async function eraseAccount(
  { accounts, erase }: OwnAccountDeps,
  ownerId: string,
  { password, listings }: EraseAccountRequest,
): Promise<undefined> {
  const { email = '' } = (await accounts.getOwner(ownerId)) ?? {};
  const owner = await accounts.getOwnerByEmail(email);
  if (!(await verifyPassword(owner?.passwordHash, password))) throw wrongPassword();
  await erase({ ownerId, listings, actor: { id: ownerId, role: 'user' } });
}
