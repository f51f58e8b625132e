import { component, z } from './zod.ts';
import { pastBusinessResponse } from './business.ts';
import {
  addressText,
  documented,
  emailField,
  filledLine,
  filledText,
  phoneField,
  required,
  text,
} from './fields.ts';

const maxNameLength = 120;
const maxUsernameLength = 64;
const minPasswordLength = 8;
const maxPasswordLength = 128;

/** Every character is allowed and counts as one, whatever it is made of. */
export const newPassword = z
  .string({ error: 'Enter a password.' })
  .min(1, { error: 'Enter a password.', abort: true })
  .refine((password) => lengthOf(password) >= minPasswordLength, {
    message: `Use at least ${minPasswordLength} characters.`,
  })
  .refine((password) => lengthOf(password) <= maxPasswordLength, {
    message: `Use at most ${maxPasswordLength} characters.`,
  })
  .meta({ minLength: minPasswordLength, maxLength: maxPasswordLength });

const icNumberMessage = 'Enter your IC number, for example 900101-14-5678.';

/** Whether both passwords are the same is checked apart, as its sentence has to be the message of the response. */
export const registerRequest = component('Register', {
  fullName: required(filledLine(maxNameLength), 'Enter your full name.'),
  icNumber: documented(
    z
      .string({ error: icNumberMessage })
      .trim()
      .regex(/^(?=.*\d)[\d-]{1,20}$/, icNumberMessage),
    {
      type: 'string',
      maxLength: 20,
      pattern: '^-*[0-9][0-9-]*$',
      description: 'Stored encrypted and never returned',
    },
  ),
  phone: required(phoneField, 'Enter a phone number.'),
  email: required(emailField, 'Enter an email address.'),
  password: newPassword,
  confirmPassword: z.string({ error: 'Enter your password again.' }),
});

export const registerResponse = component('Registered', { token: z.string() });
export type RegisterResponse = z.infer<typeof registerResponse>;

/** A missing password is reported; a wrong one gets the same response as a wrong name. */
export const enteredPassword = z
  .string({ error: 'Enter your password.' })
  .min(1, 'Enter your password.')
  .max(1000, 'This password is too long.');

const mustChangePassword = z
  .literal(true)
  .optional()
  .describe('The password was generated: until another one is set, the token is for that only');

const mustSetUpSecondFactor = z
  .literal(true)
  .optional()
  .describe('Until there is a second factor, the token is for setting it up only');

/** A code of an app, or one for recovery. Any other text is a wrong code. */
const enteredCode = documented(
  z
    .string({ error: 'Enter the code.' })
    .trim()
    .min(1, 'Enter the code.')
    .max(100, 'This code is too long.'),
  filledText(100),
);

/** An email address or a username; it is compared, and need not be valid. */
export const enteredName = documented(text(1000), filledText(1000));

export const userLoginRequest = component('UserLogin', {
  email: required(documented(addressText(1000), filledText(1000)), 'Enter your email address.'),
  password: enteredPassword,
});

export const userLoginResponse = component('UserSession', {
  token: z.string(),
  user: z.object({
    id: z.string(),
    full_name: z.string(),
    email: z.string(),
    role: z.literal('user'),
  }),
  mustChangePassword,
});
export type UserLoginResponse = z.infer<typeof userLoginResponse>;

/** What owners can change in their account without the password. */
export const changeProfileRequest = registerRequest
  .pick({ fullName: true, phone: true })
  .meta({ id: 'ChangeProfile' });

export const profileResponse = component('Profile', { fullName: z.string(), phone: z.string() });
export type ProfileResponse = z.infer<typeof profileResponse>;

/** The rules for new passwords are checked after the current password. */
export const changePasswordRequest = component('ChangePassword', {
  currentPassword: enteredPassword,
  newPassword,
});

/** The session continues with this token; all others have ended. */
export const changePasswordResponse = component('PasswordChanged', { token: z.string() });
export type ChangePasswordResponse = z.infer<typeof changePasswordResponse>;

export const eraseAccountRequest = component('EraseAccount', {
  password: enteredPassword,
  listings: z
    .enum(['delete', 'keep'])
    .default('delete')
    .describe('keep: what describes the shop and not the person stays'),
});

export const newUsername = required(
  documented(
    z
      .string()
      .trim()
      .regex(/^\P{Cc}*$/u, 'A username must not contain control characters.')
      .nullable()
      .pipe(text(maxUsernameLength)),
    filledText(maxUsernameLength),
  ),
  'Enter a username.',
);

export const adminLoginRequest = component('AdminLogin', {
  username: required(enteredName, 'Enter your username.'),
  password: enteredPassword,
  code: enteredCode.optional().describe('Required from admins with a second factor'),
});

export const adminLoginResponse = component('AdminSession', {
  token: z.string(),
  admin: z.object({
    id: z.string(),
    username: z.string(),
    full_name: z.string(),
    role: z.literal('admin'),
  }),
  mustChangePassword,
  mustSetUpSecondFactor,
  recoveryCodesLeft: z.int().optional().describe('After a log-in with a recovery code'),
});
export type AdminLoginResponse = z.infer<typeof adminLoginResponse>;

export const secondFactorResponse = component('SecondFactor', {
  isOn: z.boolean(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactorResponse = z.infer<typeof secondFactorResponse>;

export const newSecretResponse = component('NewSecret', {
  secret: z.string().describe('In base 32'),
  uri: z.string().describe('The same as an otpauth: address, for a QR code'),
});
export type NewSecretResponse = z.infer<typeof newSecretResponse>;

/** Confirms switching it off, or making new recovery codes. */
export const confirmSecondFactorRequest = component('ConfirmSecondFactor', {
  password: enteredPassword,
  code: enteredCode,
});
export type ConfirmSecondFactorRequest = z.output<typeof confirmSecondFactorRequest>;

export const switchOnSecondFactorRequest = confirmSecondFactorRequest
  .extend({ secret: z.string().regex(/^[A-Z2-7]{32}$/, 'This is not a secret of this site.') })
  .meta({ id: 'SwitchOnSecondFactor' });

export const recoveryCodesResponse = component('RecoveryCodes', {
  recoveryCodes: z.array(z.string()).describe('Each for one log-in; they cannot be read later'),
});
export type RecoveryCodesResponse = z.infer<typeof recoveryCodesResponse>;

/** The session continues with this token; all others have ended. */
export const switchOnSecondFactorResponse = recoveryCodesResponse
  .extend({ token: z.string() })
  .meta({ id: 'SecondFactorSwitchedOn' });
export type SwitchOnSecondFactorResponse = z.infer<typeof switchOnSecondFactorResponse>;

/** The session continues with this token; where two-step log-in is required, all others have ended. */
export const switchOffSecondFactorResponse = component('SecondFactorSwitchedOff', {
  token: z.string(),
  mustSetUpSecondFactor,
});
export type SwitchOffSecondFactorResponse = z.infer<typeof switchOffSecondFactorResponse>;

/** Everything that is stored about an owner, but for the password hash and the IC number, which nobody can read. */
export const ownDataResponse = component('OwnData', {
  exportedAt: z.string(),
  account: z.object({
    id: z.string(),
    fullName: z.string(),
    phone: z.string(),
    email: z.string(),
    mail: z.object({
      language: z.string(),
      verifiedEmail: z.string().nullable(),
      wantsNotices: z.boolean().nullable().describe('Null until somebody chose'),
    }),
  }),
  listings: z.array(
    z.object({
      listing: pastBusinessResponse,
      history: z.array(
        z.object({
          time: z.string(),
          event: z.string(),
          by: z.string().describe('The role of who did it'),
          data: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ),
});
export type OwnDataResponse = z.infer<typeof ownDataResponse>;

function lengthOf(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}
