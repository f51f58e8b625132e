import { component, z } from './zod.ts';
import { enteredName, enteredPassword, newPassword } from './accounts.ts';
import { emailField, required } from './fields.ts';

export const mailLanguages = ['en', 'ms'] as const;
export const mailKinds = [
  'reset',
  'verification',
  'address-change',
  'decision',
  'summary',
] as const;

/** The maximum is so low that a URL with a longer token is refused by the route, and not by the HTTP parser. */
const linkToken = z
  .string({ error: 'The link is not complete.' })
  .max(1000, 'The link is not valid.');

export const passwordResetRequest = component('RequestPasswordReset', {
  role: z.enum(['owner', 'admin']),
  name: required(enteredName, 'Enter your email address or username.').describe(
    'The email address of an owner, the username of an admin',
  ),
});

/** The rules of new passwords are checked after the token. */
export const resetPasswordRequest = component('ResetPassword', { token: linkToken, newPassword });

export const resetPasswordResponse = component('PasswordReset', {
  role: z.enum(['owner', 'admin']).describe('Where to log in'),
});
export type ResetPasswordResponse = z.infer<typeof resetPasswordResponse>;

export const verifyEmailRequest = component('VerifyEmail', { token: linkToken });

export const unsubscribeQuery = z.object({ token: linkToken });

export const mailSettingsResponse = component('MailSettings', {
  email: z.string().nullable().describe('Null for an admin who has given none'),
  isVerified: z.boolean(),
  language: z.enum(mailLanguages),
  wantsNotices: z.boolean().describe('Decisions for owners, the daily summary for admins'),
});
export type MailSettingsResponse = z.infer<typeof mailSettingsResponse>;

/** A setting that is left out stays: it may have been changed elsewhere. */
export const mailSettingsRequest = z
  .object({
    language: z.enum(mailLanguages).exactOptional(),
    wantsNotices: z.boolean().exactOptional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Send the language or wantsNotices.')
  .meta({
    id: 'ChangeMailSettings',
    allOf: [{ anyOf: [{ required: ['language'] }, { required: ['wantsNotices'] }] }],
  });

/** Requires the password, as whoever has the address can choose a new one. */
export const mailAddressRequest = component('SetMailAddress', {
  email: required(emailField, 'Enter an email address.'),
  accountPassword: enteredPassword,
});

export const mailReviewResponse = component('MailReview', {
  transport: z.enum(['smtp', 'outbox']).describe('outbox: files in the data folder'),
  waiting: z.int().min(0),
  oldestAt: z
    .string()
    .nullable()
    .describe('When the mail that has waited longest was ordered; null if none waits'),
  undeliveredCount: z.int().min(0).describe('How many were given up'),
  undelivered: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(mailKinds),
        attempts: z.int(),
        failure: z.string().describe('The code of the last failure'),
        orderedAt: z.string(),
      }),
    )
    .describe('The first hundred of them'),
});
export type MailReviewResponse = z.infer<typeof mailReviewResponse>;
