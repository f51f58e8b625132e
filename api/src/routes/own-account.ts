import { readHistory } from '@directory/domain';
import { Outage } from '@directory/domain/event-store';
import type { Listing } from '@directory/projections';
import type { AccountName, Owner } from '../accounts/account-store.ts';
import { initialContact } from '../accounts/mail-store.ts';
import { hashPassword, verifyPassword, weaknessOf } from '../accounts/passwords.ts';
import {
  changePasswordRequest,
  changePasswordResponse,
  changeProfileRequest,
  eraseAccountRequest,
  ownDataResponse,
  profileResponse,
  type OwnDataResponse,
} from '../contracts/accounts.ts';
import { invalidRequest, notFound, sessionExpired, wrongPassword } from '../http/errors.ts';
import type { ApiContext, SignedIn } from '../http/middleware/session.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendParts } from '../http/snapshot.ts';
import { pastBusiness } from '../read-models/present-business.ts';
import { TooManyErasures, type Services } from './services.ts';

/** What people do with their own account. */
export function ownAccountRoutes(services: Services): readonly Route[] {
  return [...profileRoutes(services), ...sessionRoutes(services), ...dataRoutes(services)];
}

function sessionRoutes(services: Services): readonly Route[] {
  const { accounts, limit, secondFactors, sessions } = services;
  return [
    defineRoute('PUT /api/account/password', {
      operationId: 'changePassword',
      securityEvent: 'password-change',
      summary: 'Change your password, and end your other sessions',
      access: 'account',
      limit,
      body: { type: 'json', schema: changePasswordRequest },
      response: { description: 'A new token', schema: changePasswordResponse },
      async handle(ctx, { viewer, body: { currentPassword, newPassword } }) {
        const entered = { field: 'currentPassword', password: currentPassword };
        const account = await verifyOwn(services, ctx, viewer, entered);
        const weakness =
          newPassword === currentPassword
            ? 'Choose a password that differs from the current one.'
            : await weaknessOf(newPassword, [account.fullName, account.name]);
        if (weakness !== null) throw invalidRequest({ newPassword: [weakness] });
        const password = {
          passwordHash: await hashPassword(newPassword),
          mustChange: false,
          replaces: account.passwordHash,
        };
        if (!(await accounts.setPassword(account, password)))
          throw wrongPassword('currentPassword');
        await sessions.refresh();
        const duties = viewer.role === 'admin' ? await secondFactors.dutyOf(viewer.id) : {};
        return { token: await newToken(services, viewer, password, duties) };
      },
    }),
    defineRoute('DELETE /api/account/sessions', {
      operationId: 'logOutEverywhere',
      securityEvent: 'sessions-end',
      summary: 'End all your sessions, including this one',
      access: 'account',
      response: { status: 204, description: 'Every token is invalid, within ten seconds' },
      async handle(_, { viewer }) {
        await sessions.end(viewer.id);
      },
    }),
  ];
}

function dataRoutes(services: Services): readonly Route[] {
  const { accounts, clock, limit, log, queries } = services;
  return [
    defineRoute('GET /api/user/me/export', {
      operationId: 'exportOwnData',
      securityEvent: 'export',
      summary: 'Download everything that is stored about your account',
      access: 'owner',
      limit,
      response: {
        description: 'Without the password and the IC number, which cannot be read',
        schema: ownDataResponse,
      },
      problems: [404],
      async handle(ctx, { viewer }) {
        const { id, fullName, phone, email } = await findOwner(accounts, viewer);
        const found = [
          ...(await queries.findListings({ ownerId: id })),
          ...(await queries.findListings({ ownerId: id, deleted: true })),
        ];
        const mail = (await accounts.findContacts([id])).get(id) ?? initialContact;
        const about = {
          exportedAt: clock().toISOString(),
          account: { id, fullName, phone, email, mail },
        };
        ctx.attachment('my-data.json');
        await sendParts(ctx, ownDataJson(log, about, found));
        return undefined;
      },
    }),
    defineRoute('DELETE /api/user/me', {
      operationId: 'eraseAccount',
      securityEvent: 'erasure',
      summary:
        'Erase your account with all personal data, and your listings unless you keep them without an owner',
      access: 'owner',
      limit,
      body: { type: 'json', schema: eraseAccountRequest },
      response: {
        status: 204,
        description:
          'Erased, or to be completed later where a store became unreachable or too many wait; the token is no longer valid for anything but a repeat, which has the same response',
      },
      async handle(ctx, { viewer, body: { password, listings } }) {
        const { id } = viewer;
        if (await services.isErased(id)) return;
        await verifyOwn(services, ctx, viewer, { field: 'password', password });
        // Of several at once, which are verified one after the other, one erases.
        if (await services.isErased(id)) return;
        try {
          await services.erase({ ownerId: id, listings, actor: { id, role: 'user' } });
        } catch (error) {
          // Once it has begun, the owner cannot ask again: it is completed in the background.
          const isLeft = error instanceof Outage || error instanceof TooManyErasures;
          if (!isLeft || !(await services.isErased(id))) throw error;
          services.logger.warn({ err: error }, 'an erasure was interrupted, and will be completed');
        }
      },
    }),
  ];
}

/** Yields the JSON of `ownDataResponse`, one listing after the other, as all histories together may be larger than the memory. */
async function* ownDataJson(
  log: Services['log'],
  about: Omit<OwnDataResponse, 'listings'>,
  found: readonly Listing[],
) {
  let text = `${JSON.stringify(about).slice(0, -1)},"listings":[`;
  for (const listing of found) {
    const { history } = await readHistory(log, listing.id);
    const exported: OwnDataResponse['listings'][number] = {
      listing: pastBusiness(listing),
      // Reviewers are left out, as they are somebody else.
      history: history.map(({ type, data, metadata: { time, actor } }) => ({
        time,
        event: type,
        by: actor.role,
        data: { ...data },
      })),
    };
    yield text + JSON.stringify(exported);
    text = ',';
  }
  yield text === ',' ? ']}' : `${text}]}`;
}

function profileRoutes({ accounts, limit }: Services): readonly Route[] {
  return [
    defineRoute('GET /api/account/profile', {
      operationId: 'getProfile',
      summary: 'Get your name and telephone number',
      access: 'owner',
      response: { description: 'As they are stored', schema: profileResponse },
      problems: [404],
      async handle(_, { viewer }) {
        const { fullName, phone } = await findOwner(accounts, viewer);
        return { fullName, phone };
      },
    }),
    // Asks for no password, as nobody logs in with either; and so issues no new token, which would prolong the session.
    defineRoute('PUT /api/account/profile', {
      operationId: 'changeProfile',
      securityEvent: 'profile-change',
      summary: 'Change your name and telephone number',
      access: 'owner',
      limit,
      body: { type: 'json', schema: changeProfileRequest },
      response: { description: 'As they are stored', schema: profileResponse },
      problems: [404],
      async handle(_, { viewer, body }) {
        if (!(await accounts.changeOwner(viewer.id, body))) throw notFound();
        return body;
      },
    }),
  ];
}

/** @throws RequestProblem 404 for an owner who was erased */
async function findOwner(accounts: Services['accounts'], { id }: SignedIn): Promise<Owner> {
  const owner = await accounts.getOwner(id);
  if (!owner) throw notFound();
  return owner;
}

/**
 * Issues a token with the account's present name and session version.
 * @throws RequestProblem 401 where the password is another one than was verified or set, as somebody else has changed it since, and
 * for an owner whose erasure has begun
 */
export async function newToken(
  { accounts, isErased, issueToken }: Services,
  viewer: SignedIn,
  { passwordHash }: { readonly passwordHash: string },
  duties: Pick<SignedIn, 'mustChangePassword' | 'mustSetUpSecondFactor'>,
): Promise<string> {
  const { id, role } = viewer;
  const { login, fullName } = await findOwn(accounts, viewer);
  if (login?.passwordHash !== passwordHash) throw sessionExpired();
  // Read after the version, as an erasure that begins later ends the sessions of that version.
  if (role === 'user' && (await isErased(id))) throw sessionExpired();
  return issueToken({ id, role, full_name: fullName, version: login.sessionVersion, ...duties });
}

type Entered = {
  readonly field: string;
  readonly password: string;
  /** Checks the code that was entered beside the password. */
  readonly verifyCode?: () => Promise<boolean>;
};

/** Returns the account with its full name and verified password hash. @throws RequestProblem 403 for a wrong password or code, 429 after several */
export async function verifyOwn(
  { accounts, guard }: Services,
  ctx: ApiContext,
  viewer: SignedIn,
  { field, password, verifyCode }: Entered,
): Promise<AccountName & Readonly<Record<'id' | 'fullName' | 'passwordHash', string>>> {
  const { account, login, fullName } = await findOwn(accounts, viewer);
  return guard.attempt(account, ctx.ip, async (fail) => {
    const isRight = await verifyPassword(login?.passwordHash, password);
    if (!login || !isRight) return fail(wrongPassword(field));
    if (verifyCode && !(await verifyCode()))
      return fail(wrongPassword('code', 'This code is not correct or has already been used.'));
    return { ...account, id: viewer.id, fullName, passwordHash: login.passwordHash };
  });
}

/**
 * The name of an owner may differ from the one in the token, which stays valid when the name is changed.
 * @throws RequestProblem 401 for a disabled account, whose end of sessions this process may not know yet
 */
async function findOwn(accounts: Services['accounts'], { id, role, fullName }: SignedIn) {
  if (role === 'user') {
    const login = await accounts.getOwner(id);
    if (login?.isDisabled) throw sessionExpired();
    const account: AccountName = { role: 'owner', name: login?.email ?? '' };
    return { account, login, fullName: login?.fullName ?? fullName };
  }
  const account: AccountName = { role: 'admin', name: fullName };
  const login = await accounts.getAdminByUsername(fullName);
  if (login?.isDisabled) throw sessionExpired();
  return { account, login: login?.id === id ? login : null, fullName };
}
