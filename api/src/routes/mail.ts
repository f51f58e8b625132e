import { visible } from '@directory/domain/shared/unknown';
import { v5 as uuidOf } from 'uuid';
import { EmailTaken, normalizeForLookup } from '../accounts/account-store.ts';
import { hashPassword, weaknessOf } from '../accounts/passwords.ts';
import {
  mailAddressRequest,
  mailSettingsRequest,
  mailSettingsResponse,
  passwordResetRequest,
  resetPasswordRequest,
  resetPasswordResponse,
  unsubscribeQuery,
  verifyEmailRequest,
  type MailSettingsResponse,
} from '../contracts/mail.ts';
import { emailTaken, invalidRequest, linkExpired, notFound } from '../http/errors.ts';
import type { SignedIn } from '../http/middleware/session.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { findRecipient } from '../mail/find-recipient.ts';
import { hashOfToken } from '../mail/link-tokens.ts';
import { verifyOwn } from './own-account.ts';
import type { Services } from './services.ts';

/** What people do with the links in mails, and which mails they get. */
export function mailRoutes(services: Services): readonly Route[] {
  return [...resetRoutes(services), ...linkRoutes(services), ...settingsRoutes(services)];
}

function resetRoutes(services: Services): readonly Route[] {
  const { accounts, clock, limit, ownerKeys, requests, sessions } = services;
  const common = { access: 'public', limit } as const;
  return [
    defineRoute('POST /api/password-reset-requests', {
      ...common,
      operationId: 'requestPasswordReset',
      securityEvent: 'password-reset-request',
      summary: 'Request a mail with a link to choose a new password',
      body: { type: 'json', schema: passwordResetRequest },
      response: { status: 204, description: 'Whether or not there is such an account' },
      handle(ctx, { body: { role, name: entered } }) {
        // As at the log-in: a username may contain invisible characters, which some scripts need.
        const name = role === 'owner' ? visible(entered) : entered;
        ctx.state.subject = { role: viewerRole[role], name };
        requests.requestReset({ role, name });
      },
    }),
    defineRoute('POST /api/password-resets', {
      ...common,
      operationId: 'resetPassword',
      securityEvent: 'password-reset',
      summary:
        'Choose a new password with the link from a mail, and end all sessions of the account',
      body: { type: 'json', schema: resetPasswordRequest },
      response: { description: 'Done', schema: resetPasswordResponse },
      problems: [410],
      async handle(ctx, { body: { token, newPassword } }) {
        const tokenHash = hashOfToken(token);
        const id = await accounts.findReset(tokenHash, clock());
        const recipient = id === null ? null : await findRecipient(accounts, ownerKeys, id);
        if (id === null || !recipient?.isActive || recipient.email === null) throw linkExpired();
        const { role, email } = recipient;
        ctx.state.subject = { role: viewerRole[role], account: id };
        const name = role === 'owner' ? email : recipient.name;
        // A weak password is refused before the link is used up.
        const weakness = await weaknessOf(newPassword, [recipient.name, email]);
        if (weakness !== null) throw invalidRequest({ newPassword: [weakness] });
        const password = { passwordHash: await hashPassword(newPassword), mustChange: false };
        // Before the link is used up, as it may fail. Not for admins, who may have confirmed another address meanwhile.
        if (role === 'owner')
          await accounts.verifyOwnerEmail(id, { email, replaces: email, notice: null });
        if (!(await accounts.removeReset(tokenHash))) throw linkExpired();
        // The account may have been erased or removed meanwhile.
        if (!(await accounts.setPassword({ role, name }, password))) throw linkExpired();
        await sessions.refresh();
        return { role };
      },
    }),
  ];
}

/** The roles of accounts as those of viewers. */
const viewerRole = { owner: 'user', admin: 'admin' } as const;

function linkRoutes(services: Services): readonly Route[] {
  const { accounts, clock, limit, links, ownerKeys } = services;
  return [
    defineRoute('POST /api/email-verifications', {
      operationId: 'verifyEmail',
      securityEvent: 'email-verification',
      summary: 'Confirm an email address with the link from a mail',
      access: 'public',
      limit,
      body: { type: 'json', schema: verifyEmailRequest },
      response: { status: 204, description: 'Confirmed, perhaps earlier' },
      problems: [409, 410],
      async handle(ctx, { body: { token } }) {
        const link = links.readVerification(token);
        if (!link) throw linkExpired();
        const { account, email } = link;
        const recipient = await findRecipient(accounts, ownerKeys, account);
        if (!recipient?.isActive) throw linkExpired();
        const { role, email: replaces, isVerified, sessionVersion } = recipient;
        ctx.state.subject = { role: viewerRole[role], account };
        const isExpected = replaces === email || links.isAsOf(link, replaces);
        if (!isExpected || link.version !== sessionVersion) throw linkExpired();
        if (role === 'admin' || replaces === null) {
          // False if another address was confirmed meanwhile.
          if (!(await accounts.verifyAdminEmail(account, email, replaces))) throw linkExpired();
          return;
        }
        // A link has one notice, however often it is opened.
        const order = { id: uuidOf(token, account), kind: 'address-change', account } as const;
        const needsNotice = isVerified && email !== replaces;
        const notice = needsNotice ? { ...order, about: replaces, orderedAt: clock() } : null;
        const change = { email, replaces, notice };
        const isConfirmed = await accounts
          .verifyOwnerEmail(account, change)
          .catch((error: unknown) => {
            throw error instanceof EmailTaken ? emailTaken() : error;
          });
        if (!isConfirmed) throw linkExpired();
      },
    }),
    // Opened by mail programs that do not send the POST, and by programs that check mails: it must change nothing itself.
    defineRoute('GET /api/unsubscriptions', {
      operationId: 'openUnsubscribePage',
      summary: 'Redirect to the page that asks before it stops the mails',
      access: 'public',
      query: unsubscribeQuery,
      response: { status: 303, description: 'To the page, with the token' },
      handle(ctx, { query }) {
        ctx.set('Location', `/unsubscribe?token=${encodeURIComponent(query.token)}`);
      },
    }),
    defineRoute('POST /api/unsubscriptions', {
      operationId: 'unsubscribe',
      summary:
        'Stop the mails that an account did not ask for one by one, without a log-in (RFC 8058)',
      access: 'public',
      query: unsubscribeQuery,
      response: { status: 204, description: 'Stopped' },
      problems: [410],
      async handle(_, { query }) {
        const link = links.readUnsubscription(query.token);
        if (!link) throw linkExpired();
        // Written once, as this call has no limit: servers of mail programs send it for many people.
        const recipient = await findRecipient(accounts, ownerKeys, link.account);
        if (recipient?.wantsNotices)
          await accounts.changeContact(link.account, { wantsNotices: false });
      },
    }),
  ];
}

function settingsRoutes(services: Services): readonly Route[] {
  const { accounts, ownerKeys, requests, limit } = services;

  async function settingsOf({ id }: SignedIn): Promise<MailSettingsResponse> {
    const recipient = await findRecipient(accounts, ownerKeys, id);
    if (!recipient) throw notFound();
    const { email, isVerified, language, wantsNotices } = recipient;
    return { email, isVerified, language, wantsNotices };
  }

  return [
    defineRoute('GET /api/account/mail', {
      operationId: 'getMailSettings',
      summary: 'Get the address of your account, and which mails it receives',
      access: 'account',
      response: { description: 'The settings', schema: mailSettingsResponse },
      problems: [404],
      handle: (_, { viewer }) => settingsOf(viewer),
    }),
    defineRoute('PUT /api/account/mail', {
      operationId: 'changeMailSettings',
      summary: 'Change the language of your mails, or switch notices on and off',
      access: 'account',
      limit,
      body: { type: 'json', schema: mailSettingsRequest },
      response: { description: 'The settings', schema: mailSettingsResponse },
      problems: [404],
      async handle(_, { viewer, body }) {
        await settingsOf(viewer);
        await accounts.changeContact(viewer.id, body);
        return settingsOf(viewer);
      },
    }),
    defineRoute('POST /api/account/mail/verification', {
      operationId: 'requestVerification',
      summary: 'Request another mail to confirm your address',
      access: 'owner',
      limit,
      response: { status: 204, description: 'It is sent, unless the address is confirmed' },
      async handle(_, { viewer }) {
        await requests.requestVerification(viewer.id, null);
      },
    }),
    defineRoute('PUT /api/account/mail/address', {
      operationId: 'setMailAddress',
      securityEvent: 'address-change',
      summary: 'Request a mail to confirm another address for your account',
      access: 'account',
      limit,
      body: { type: 'json', schema: mailAddressRequest },
      response: { status: 204, description: 'The present one stays until it is confirmed' },
      problems: [404, 409],
      async handle(ctx, { viewer, body: { accountPassword, ...wanted } }) {
        // Whoever has the address can choose another password, so a session that was left open is not enough.
        const entered = { field: 'accountPassword', password: accountPassword };
        await verifyOwn(services, ctx, viewer, entered);
        const email = normalizeForLookup(wanted.email);
        if (email === (await settingsOf(viewer)).email)
          throw invalidRequest({ email: ['This is already the email address of your account.'] });
        if (viewer.role === 'user' && (await accounts.getOwnerByEmail(email)))
          throw emailTaken('email');
        await requests.requestVerification(viewer.id, email);
      },
    }),
  ];
}
