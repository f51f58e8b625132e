import { EmailTaken, IcNumberTaken, type AccountState } from '../accounts/account-store.ts';
import { removeLoginFile } from '../accounts/generated-logins.ts';
import { weaknessOf, verifyPassword } from '../accounts/passwords.ts';
import { registerOwner } from '../accounts/register-owner.ts';
import {
  adminLoginRequest,
  adminLoginResponse,
  registerRequest,
  registerResponse,
  userLoginRequest,
  userLoginResponse,
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
import { rateLimit, type RateLimit } from '../http/middleware/rate-limit.ts';
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
export function accountRoutes(deps: AccountRoutesDeps): readonly Route[] {
  const { login, register } = deps.config.rateLimits;
  return [
    registration(deps, rateLimit(register)),
    ownerLogIn(deps, rateLimit(login)),
    adminLogIn(deps, rateLimit(login)),
  ];
}

function registration(deps: AccountRoutesDeps, limit: RateLimit): Route {
  return defineRoute('POST /api/user/register', {
    access: 'public',
    operationId: 'registerOwner',
    securityEvent: 'registration',
    summary: 'Create an account for an owner',
    limit,
    body: { type: 'json', schema: registerRequest },
    response: { status: 201, description: 'A token', schema: registerResponse },
    problems: [409],
    async handle(ctx, { body: { confirmPassword, ...owner } }) {
      const different = 'Passwords do not match!';
      if (owner.password !== confirmPassword)
        throw invalidRequest({ confirmPassword: [different] }, different);
      const weakness = await weaknessOf(owner.password, [owner.fullName, owner.email]);
      if (weakness !== null) throw invalidRequest({ password: [weakness] });
      const { id, fullName } = await registerOwner(deps, owner).catch((error: unknown) => {
        if (error instanceof EmailTaken) throw emailTaken('email');
        if (error instanceof IcNumberTaken) throw icNumberTaken();
        throw error;
      });
      // The language that the browser prefers.
      const language = ctx.acceptsLanguages(...mailLanguages) === 'ms' ? 'ms' : 'en';
      await deps.requests.welcome(id, language);
      return { token: deps.issueToken({ id, role: 'user', full_name: fullName }) };
    },
  });
}

function icNumberTaken(): RequestProblem {
  const message =
    'There is already an account with this IC number. Log in to it, or contact the directory.';
  return new RequestProblem(409, 'ic-number-taken', message, { errors: { icNumber: [message] } });
}

function ownerLogIn(deps: AccountRoutesDeps, limit: RateLimit): Route {
  const { accounts, guard, issueToken, isErased } = deps;
  return defineRoute('POST /api/user/login', {
    access: 'public',
    operationId: 'logInOwner',
    securityEvent: 'login',
    summary: 'Log in as owner',
    limit,
    body: { type: 'json', schema: userLoginRequest },
    response: { description: 'A token for 7 days', schema: userLoginResponse },
    problems: [403],
    handle(ctx, { body: { email, password } }) {
      ctx.state.subject = { role: 'user', name: email };
      return guard.attempt({ role: 'owner', name: email }, ctx.ip, async (fail) => {
        const owner = await accounts.getOwnerByEmail(email);
        const isRight = await verifyPassword(owner?.passwordHash, password);
        if (!owner || !isRight || (await isErased(owner.id)))
          return fail(unauthorized('Incorrect email or password.'));
        if (owner.isDisabled) throw accountDisabled();
        const user = { id: owner.id, role: 'user', full_name: owner.fullName } as const;
        const mustChange = mustChangeOf(owner);
        const token = issueToken({ ...user, version: owner.sessionVersion, ...mustChange });
        ctx.state.subject = { role: 'user', account: owner.id };
        return { token, user: { ...user, email: owner.email }, ...mustChange };
      });
    },
  });
}

function adminLogIn(deps: AccountRoutesDeps, limit: RateLimit): Route {
  const { accounts, config, guard, issueToken, secondFactors } = deps;
  return defineRoute('POST /api/admin/login', {
    access: 'public',
    operationId: 'logInAdmin',
    securityEvent: 'login',
    summary: 'Log in as admin',
    limit,
    body: { type: 'json', schema: adminLoginRequest },
    response: { description: 'A token for 12 hours', schema: adminLoginResponse },
    problems: [403],
    handle(ctx, { body: { username, password, code } }) {
      ctx.state.subject = { role: 'admin', name: username };
      return guard.attempt({ role: 'admin', name: username }, ctx.ip, async (fail) => {
        const admin = await accounts.getAdminByUsername(username);
        const isRight = await verifyPassword(admin?.passwordHash, password);
        if (!admin || !isRight)
          return fail(unauthorized('Invalid username or password. Please try again.'));
        if (admin.isDisabled) throw accountDisabled();
        const { isOn: needsCode } = await secondFactors.stateOf(admin.id);
        if (needsCode && code === undefined)
          throw codeRequired('Enter the code that your authenticator app shows.');
        const used = needsCode ? await secondFactors.verify(admin.id, code ?? '') : null;
        if (needsCode && !used)
          return fail(codeRequired('This code is not correct or has already been used.'));
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
    },
  });
}

function mustChangeOf({ mustChangePassword }: AccountState): { mustChangePassword?: true } {
  return mustChangePassword ? { mustChangePassword } : {};
}
