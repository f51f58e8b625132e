import {
  confirmSecondFactorRequest,
  newSecretResponse,
  recoveryCodesResponse,
  secondFactorResponse,
  switchOffSecondFactorResponse,
  switchOnSecondFactorRequest,
  switchOnSecondFactorResponse,
  type ConfirmSecondFactorRequest,
} from '../contracts/accounts.ts';
import type { ApiContext, SignedIn } from '../http/middleware/session.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { newToken, verifyOwn } from './own-account.ts';
import type { Services } from './services.ts';

/** Codes of an app beside the password, for admins. */
export function secondFactorRoutes(services: Services): readonly Route[] {
  const { config, secondFactors, sessions, limit } = services;
  const common = { access: 'admin-account', limit } as const;
  return [
    defineRoute('GET /api/account/second-factor', {
      operationId: 'getSecondFactor',
      summary: 'Get whether your log-in asks for a code from an app',
      access: 'admin-account',
      response: { description: 'The state', schema: secondFactorResponse },
      handle: (_, { viewer }) => secondFactors.stateOf(viewer.id),
    }),
    defineRoute('POST /api/account/second-factor/secret', {
      ...common,
      operationId: 'makeSecondFactorSecret',
      summary: 'Make a secret for an app; nothing is stored until it is confirmed with a code',
      response: { description: 'A new secret', schema: newSecretResponse },
      handle: (_, { viewer }) => secondFactors.newSecret(viewer.fullName),
    }),
    defineRoute('PUT /api/account/second-factor', {
      ...common,
      operationId: 'switchOnSecondFactor',
      securityEvent: 'second-factor-change',
      summary: 'Switch on two-step log-in, and end your other sessions',
      body: { type: 'json', schema: switchOnSecondFactorRequest },
      response: {
        description: 'A new token, and recovery codes',
        schema: switchOnSecondFactorResponse,
      },
      problems: [409],
      async handle(ctx, { viewer, body: { password, secret, code } }) {
        const account = await verifyOwn(services, ctx, viewer, { field: 'password', password });
        const recoveryCodes = await secondFactors.switchOn(viewer.id, secret, code);
        await sessions.end(viewer.id);
        const { mustChangePassword } = viewer;
        const token = await newToken(services, viewer, account, { mustChangePassword });
        return { token, recoveryCodes: [...recoveryCodes] };
      },
    }),
    defineRoute('DELETE /api/account/second-factor', {
      ...common,
      operationId: 'switchOffSecondFactor',
      securityEvent: 'second-factor-change',
      summary: 'Switch off two-step log-in, and end your other sessions where it is required',
      body: { type: 'json', schema: confirmSecondFactorRequest },
      response: {
        description: 'A new token; the secret and the recovery codes are removed',
        schema: switchOffSecondFactorResponse,
      },
      async handle(ctx, { viewer, body }) {
        const account = await confirm(services, ctx, viewer, body);
        if (config.requireAdminTotp) await sessions.end(viewer.id);
        await secondFactors.switchOff(viewer.id);
        const { mustChangePassword } = viewer;
        const duty = await secondFactors.dutyOf(viewer.id);
        const duties = { mustChangePassword, ...duty };
        return { token: await newToken(services, viewer, account, duties), ...duty };
      },
    }),
    defineRoute('POST /api/account/second-factor/recovery-codes', {
      ...common,
      operationId: 'replaceRecoveryCodes',
      securityEvent: 'second-factor-change',
      summary: 'Make new recovery codes; the earlier ones no longer work',
      body: { type: 'json', schema: confirmSecondFactorRequest },
      response: { description: 'New recovery codes', schema: recoveryCodesResponse },
      async handle(ctx, { viewer, body }) {
        await confirm(services, ctx, viewer, body);
        return { recoveryCodes: [...(await secondFactors.replaceRecoveryCodes(viewer.id))] };
      },
    }),
  ];
}

/** Verifies the password and the code. Returns and throws what `verifyOwn` does. */
function confirm(
  services: Services,
  ctx: ApiContext,
  viewer: SignedIn,
  { password, code }: ConfirmSecondFactorRequest,
) {
  const verifyCode = async () => (await services.secondFactors.verify(viewer.id, code)) !== null;
  return verifyOwn(services, ctx, viewer, { field: 'password', password, verifyCode });
}
