import { EmailTaken, IcNumberTaken, type AccountState } from '../accounts/account-store.ts';
import { removeLoginFile } from '../accounts/generated-logins.ts';
import type { MailLanguage } from '../accounts/mail-store.ts';
import { weaknessOf, verifyPassword } from '../accounts/passwords.ts';
import { registerOwner, type Registration } from '../accounts/register-owner.ts';
import {
  adminLoginRequest,
  adminLoginResponse,
  registerRequest,
  registerResponse,
  userLoginRequest,
  userLoginResponse,
  type AdminLoginRequest,
  type AdminLoginResponse,
  type RegisterRequest,
  type RegisterResponse,
  type UserLoginRequest,
  type UserLoginResponse,
} from '../contracts/accounts.ts';
import { mailLanguages } from '../contracts/mail.ts';
import {
  accountDisabled,
  codeRequired,
  emailTaken,
  invalidRequest,
  RequestProblem,
  unauthorized,
} from '../http/errors.ts';
import { rateLimit } from '../http/middleware/rate-limit.ts';
import type { ApiContext } from '../http/middleware/session.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Services } from './services.ts';

type AccountRoutesDeps = Pick<
  Services,
  | 'accounts'
  | 'config'
  | 'guard'
  | 'icNumberKey'
  | 'isErased'
  | 'issueToken'
  | 'requests'
  | 'secondFactors'
>;

/** The limits slow down guessing passwords and registering in bulk. */
export function accountRoutes(
  deps: AccountRoutesDeps,
  makeLimit: typeof rateLimit = rateLimit,
): readonly Route[] {
  const { rateLimits } = deps.config;
  const common = { method: 'post', access: 'public' } as const;
  return [
    defineRoute({
      ...common,
      path: '/api/user/register',
      operationId: 'registerOwner',
      securityEvent: 'registration',
      summary: 'Create an account for an owner',
      limit: makeLimit(rateLimits.register),
      body: { type: 'json', schema: registerRequest },
      response: { status: 201, description: 'A token', schema: registerResponse },
      problems: [409],
      async handle(ctx, { body }) {
        await requireNewPassword(body);
        return registerAndLogIn(deps, body, languageOf(ctx));
      },
    }),
    defineRoute({
      ...common,
      path: '/api/user/login',
      operationId: 'logInOwner',
      securityEvent: 'login',
      summary: 'Log in as owner',
      limit: makeLimit(rateLimits.login),
      body: { type: 'json', schema: userLoginRequest },
      response: { description: 'A token for 7 days', schema: userLoginResponse },
      problems: [403],
      handle: (ctx, { body }) => logInOwner(deps, ctx, body),
    }),
    defineRoute({
      ...common,
      path: '/api/admin/login',
      operationId: 'logInAdmin',
      securityEvent: 'login',
      summary: 'Log in as admin',
      limit: makeLimit(rateLimits.login),
      body: { type: 'json', schema: adminLoginRequest },
      response: { description: 'A token for 12 hours', schema: adminLoginResponse },
      problems: [403],
      handle: (ctx, { body }) => logInAdmin(deps, ctx, body),
    }),
  ];
}

async function requireNewPassword(request: RegisterRequest): Promise<void> {
  const { password, confirmPassword, fullName, email } = request;
  const different = 'Passwords do not match!';
  if (password !== confirmPassword)
    throw invalidRequest({ confirmPassword: [different] }, different);
  const weakness = await weaknessOf(password, [fullName, email]);
  if (weakness !== null) throw invalidRequest({ password: [weakness] });
}

/** The language of mails that the browser prefers. */
function languageOf(ctx: ApiContext): MailLanguage {
  return ctx.acceptsLanguages(...mailLanguages) === 'ms' ? 'ms' : 'en';
}

async function registerAndLogIn(
  deps: AccountRoutesDeps,
  registration: Registration,
  language: MailLanguage,
): Promise<RegisterResponse> {
  try {
    const { id, fullName } = await registerOwner(deps, registration);
    await deps.requests.welcome(id, language);
    return { token: deps.issueToken({ id, role: 'user', full_name: fullName }) };
  } catch (error) {
    if (error instanceof EmailTaken) throw emailTaken('email');
    if (error instanceof IcNumberTaken) throw icNumberTaken();
    throw error;
  }
}

function icNumberTaken(): RequestProblem {
  const message =
    'There is already an account with this IC number. Log in to it, or contact the directory.';
  return new RequestProblem(409, 'ic-number-taken', message, { errors: { icNumber: [message] } });
}

async function logInOwner(
  { accounts, guard, issueToken, isErased }: AccountRoutesDeps,
  ctx: ApiContext,
  { email, password }: UserLoginRequest,
): Promise<UserLoginResponse> {
  ctx.state.subject = { role: 'user', name: email };
  return guard.attempt({ role: 'owner', name: email }, ctx.ip, async (attempt) => {
    const owner = await accounts.getOwnerByEmail(email);
    const isRight = await verifyPassword(owner?.passwordHash, password);
    if (!owner || !isRight || (await isErased(owner.id))) {
      await attempt.fail();
      throw unauthorized('Incorrect email or password.');
    }
    if (owner.isDisabled) throw accountDisabled();
    await attempt.succeed();
    const user = { id: owner.id, role: 'user', full_name: owner.fullName } as const;
    const mustChange = mustChangeOf(owner);
    const token = issueToken({ ...user, version: owner.sessionVersion, ...mustChange });
    ctx.state.subject = { role: 'user', account: owner.id };
    return { token, user: { ...user, email: owner.email }, ...mustChange };
  });
}

async function logInAdmin(
  deps: AccountRoutesDeps,
  ctx: ApiContext,
  { username, password, code }: AdminLoginRequest,
): Promise<AdminLoginResponse> {
  const { accounts, config, guard, issueToken, secondFactors } = deps;
  ctx.state.subject = { role: 'admin', name: username };
  return guard.attempt({ role: 'admin', name: username }, ctx.ip, async (attempt) => {
    const admin = await accounts.getAdminByUsername(username);
    const isRight = await verifyPassword(admin?.passwordHash, password);
    if (!admin || !isRight) {
      await attempt.fail();
      throw unauthorized('Invalid username or password. Please try again.');
    }
    if (admin.isDisabled) throw accountDisabled();
    const needsCode = await secondFactors.isOn(admin.id);
    if (needsCode && code === undefined)
      throw codeRequired('Enter the code that your authenticator app shows.');
    const used = needsCode ? await secondFactors.verify(admin.id, code ?? '') : null;
    if (needsCode && !used) {
      await attempt.fail();
      throw codeRequired('This code is not correct or has already been used.');
    }
    await attempt.succeed();
    // From now on nobody else shall find a generated password in a file.
    if (admin.mustChangePassword)
      await removeLoginFile(config.dataDir, { role: 'admin', name: admin.username });
    const person = { id: admin.id, role: 'admin', full_name: admin.username } as const;
    // Where a code was used up, nothing more is read: in an outage of the accounts it would be lost.
    const duty = used ? {} : await secondFactors.dutyOf(admin.id);
    const duties = { ...mustChangeOf(admin), ...duty };
    const token = issueToken({ ...person, version: admin.sessionVersion, ...duties });
    ctx.state.subject = { role: 'admin', account: admin.id };
    return { token, admin: { ...person, username: admin.username }, ...duties, ...used };
  });
}

function mustChangeOf({ mustChangePassword }: AccountState): { mustChangePassword?: true } {
  return mustChangePassword ? { mustChangePassword } : {};
}
