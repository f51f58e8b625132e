import { NamedError } from '@directory/domain/shared/unknown';
import type { ProblemResponse } from '../contracts/site.ts';

type FieldErrors = NonNullable<ProblemResponse['errors']>;

type ProblemDetails = {
  readonly errors?: FieldErrors;
  readonly fields?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** An intended 4xx or 5xx response. Its type is a stable name for programs; its message is shown to users. */
export class RequestProblem extends NamedError {
  readonly status: number;
  readonly type: string;
  readonly errors: FieldErrors | undefined;
  readonly fields: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, type: string, message: string, details: ProblemDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.errors = details.errors;
    this.fields = details.fields ?? [];
    this.headers = details.headers ?? {};
  }
}

export const invalidRequest = (errors: FieldErrors, message = 'Please check what you entered.') =>
  new RequestProblem(400, 'invalid-request', message, { errors });

export const badRequest = (message: string) => new RequestProblem(400, 'bad-request', message);

export const unauthorized = (message = 'Please log in.') =>
  new RequestProblem(401, 'unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

export const sessionExpired = () => unauthorized('Your session has expired. Please log in again.');

export const forbidden = () =>
  new RequestProblem(403, 'forbidden', "You don't have permission to do this.");

/** For somebody who is logged in and has to enter the password again, in this field. */
export const wrongPassword = (field: string, message = 'The password is not correct.') =>
  new RequestProblem(403, 'wrong-password', message, { errors: { [field]: [message] } });

export const passwordChangeRequired = () =>
  new RequestProblem(403, 'password-change-required', 'Please choose your own password first.');

export const secondFactorSetupRequired = () =>
  new RequestProblem(403, 'second-factor-setup-required', 'Please set up two-step log-in first.');

/** For somebody who entered the right password, but no code or a wrong one. */
export const codeRequired = (message: string) =>
  new RequestProblem(401, 'code-required', message, { errors: { code: [message] } });

/** For somebody who entered the right password. */
export const accountDisabled = () =>
  new RequestProblem(
    403,
    'account-disabled',
    'This account is disabled. Please contact the directory.',
  );

export const notFound = (message = 'Not found.') => new RequestProblem(404, 'not-found', message);

export const conflict = (type: string, message: string, fields: readonly string[] = []) =>
  new RequestProblem(409, type, message, { fields });

/** With the field of the form; without one, for the link of a mail. */
export const emailTaken = (field?: string) => {
  const message = 'An account with this email already exists.';
  const errors = field === undefined ? {} : { errors: { [field]: [message] } };
  return new RequestProblem(409, 'email-taken', message, errors);
};

/** Closes the connection, as the rest of the body is not read. */
export const tooSlow = (type: string, message: string) =>
  new RequestProblem(408, type, message, { headers: { Connection: 'close' } });

export const tooLarge = (message: string) => new RequestProblem(413, 'too-large', message);

export const unsupportedType = (message: string) =>
  new RequestProblem(415, 'unsupported-type', message);

export const tooManyRequests = (
  retryAfterSeconds: number,
  message = `Too many attempts. Please wait ${waitText(retryAfterSeconds)} and try again.`,
) =>
  new RequestProblem(429, 'too-many-requests', message, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

/** For somebody who entered the right password. */
export const tooManyCodes = (retryAfterSeconds: number) =>
  tooManyRequests(
    retryAfterSeconds,
    `Too many wrong codes. Please wait ${waitText(retryAfterSeconds)}, or enter a recovery code.`,
  );

function waitText(seconds: number): string {
  return seconds <= 60 ? 'a moment' : `${Math.ceil(seconds / 60)} minutes`;
}

/** For the link of a mail. */
export const linkExpired = () =>
  new RequestProblem(410, 'link-expired', 'This link has expired or has already been used.');

/** Without Retry-After, as only a repair helps. */
export const damaged = () =>
  new RequestProblem(
    503,
    'data-damaged',
    "The directory's data is damaged and has to be repaired by its operator.",
  );

/** For a command that a process which has been upgraded already can carry out. */
export const newerVersion = () =>
  new RequestProblem(
    503,
    'newer-version',
    'This listing was changed by a newer version of this site, and the update is not finished. Please try again in a few minutes.',
    { headers: { 'Retry-After': '60' } },
  );

export const unavailable = (
  message = 'The directory is temporarily unavailable. Please try again in a moment.',
  type = 'unavailable',
) => new RequestProblem(503, type, message, { headers: { 'Retry-After': '5' } });
