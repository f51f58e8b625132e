import type { KeyObject } from 'node:crypto';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { EmailTaken, type AccountStore } from '../accounts/account-store.ts';
import { verifyPassword } from '../accounts/passwords.ts';
import { registerOwner, type Registration } from '../accounts/register-owner.ts';
import type { IssueToken } from '../accounts/tokens.ts';
import {
  adminLoginRequest,
  registerRequest,
  userLoginRequest,
  type AdminLoginResponse,
  type RegisterRequest,
  type RegisterResponse,
  type UserLoginResponse,
} from '../contracts/accounts.ts';
import { conflict, invalidRequest, unauthorized } from '../http/errors.ts';
import type { ApiContext, ApiRouter, RequestState } from '../http/request-state.ts';
import { bodyOf, jsonBody } from '../http/middleware/json-body.ts';
import { unlimited } from '../http/middleware/rate-limit.ts';
import { parseRequest } from '../http/parse-request.ts';

export type AccountRoutesDeps = {
  readonly accounts: AccountStore;
  readonly icNumberKey: KeyObject;
  readonly issueToken: IssueToken;
  /** What slows down those who guess passwords or register in bulk. */
  readonly limits?: { readonly login: Middleware; readonly register: Middleware };
};

export function accountRoutes(deps: AccountRoutesDeps): ApiRouter {
  const { login, register } = deps.limits ?? { login: unlimited, register: unlimited };
  return new Router<RequestState>()
    .post('/api/user/register', register, jsonBody, async (ctx) => {
      const registration = samePasswordTwice(parseRequest(registerRequest, bodyOf(ctx)));
      answerWithToken(ctx, 201, await registerAndLogIn(deps, registration));
    })
    .post('/api/user/login', login, jsonBody, async (ctx) => {
      answerWithToken(ctx, 200, await logInOwner(deps, bodyOf(ctx)));
    })
    .post('/api/admin/login', login, jsonBody, async (ctx) => {
      answerWithToken(ctx, 200, await logInAdmin(deps, bodyOf(ctx)));
    });
}

function answerWithToken(ctx: ApiContext, status: number, body: { readonly token: string }): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.body = body;
}

function samePasswordTwice(request: RegisterRequest): RegisterRequest {
  if (request.password === request.confirmPassword) return request;
  const message = 'Passwords do not match!';
  throw invalidRequest({ confirmPassword: [message] }, message);
}

async function registerAndLogIn(
  { issueToken, ...register }: AccountRoutesDeps,
  registration: Registration,
): Promise<RegisterResponse> {
  try {
    const { id, fullName } = await registerOwner(register, registration);
    return { token: issueToken({ id, role: 'user', full_name: fullName }) };
  } catch (error) {
    if (error instanceof EmailTaken)
      throw conflict('email-taken', 'This e-mail address already has an account.');
    throw error;
  }
}

async function logInOwner(
  { accounts, issueToken }: AccountRoutesDeps,
  body: unknown,
): Promise<UserLoginResponse> {
  const { email, password } = parseRequest(userLoginRequest, body);
  const owner = await accounts.getOwnerByEmail(email);
  const isRight = await verifyPassword(owner?.passwordHash, password);
  if (!owner || !isRight) throw unauthorized('Wrong e-mail address or password.');
  const claims = { id: owner.id, role: 'user', full_name: owner.fullName } as const;
  return { token: issueToken(claims), user: { ...claims, email: owner.email } };
}

async function logInAdmin(
  { accounts, issueToken }: AccountRoutesDeps,
  body: unknown,
): Promise<AdminLoginResponse> {
  const { username, password } = parseRequest(adminLoginRequest, body);
  const admin = await accounts.getAdminByUsername(username);
  const isRight = await verifyPassword(admin?.passwordHash, password);
  if (!admin || !isRight) throw unauthorized('Invalid username or password. Please try again.');
  const claims = { id: admin.id, role: 'admin', full_name: admin.username } as const;
  return { token: issueToken(claims), admin: { ...claims, username: admin.username } };
}
