import type { ProblemResponse } from '../contracts/site.ts';

type FieldErrors = NonNullable<ProblemResponse['errors']>;

type ProblemOptions = {
  readonly status: number;
  /** A stable name for programs. */
  readonly type: string;
  /** For users. */
  readonly message: string;
  readonly errors?: FieldErrors;
  readonly fields?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** An intended 4xx or 5xx response; its message is shown to the client. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';
  readonly status: number;
  readonly type: string;
  readonly errors: FieldErrors | undefined;
  readonly fields: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, type, message, errors, fields = [], headers = {} }: ProblemOptions) {
    super(message);
    this.status = status;
    this.type = type;
    this.errors = errors;
    this.fields = fields;
    this.headers = headers;
  }
}

export const invalidRequest = (errors: FieldErrors, message = 'Please check what you entered.') =>
  new RequestProblem({ status: 400, type: 'invalid-request', message, errors });

export const badRequest = (message: string) =>
  new RequestProblem({ status: 400, type: 'bad-request', message });

export const unauthorized = (message = 'Please log in.') =>
  new RequestProblem({
    status: 401,
    type: 'unauthorized',
    message,
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

export const sessionExpired = () => unauthorized('Your session has expired. Please log in again.');

export const forbidden = (message = "You don't have permission to do this.") =>
  new RequestProblem({ status: 403, type: 'forbidden', message });

/** Of somebody who is logged in and has to enter it again, in this field. */
export const wrongPassword = (field: string, message = 'The password is not correct.') =>
  new RequestProblem({
    status: 403,
    type: 'wrong-password',
    message,
    errors: { [field]: [message] },
  });

export const passwordChangeRequired = () =>
  new RequestProblem({
    status: 403,
    type: 'password-change-required',
    message: 'Please choose your own password first.',
  });

export const secondFactorSetupRequired = () =>
  new RequestProblem({
    status: 403,
    type: 'second-factor-setup-required',
    message: 'Please set up two-step log-in first.',
  });

/** Of somebody who entered the right password, and then no code or a wrong one. */
export const codeRequired = (message: string) =>
  new RequestProblem({ status: 401, type: 'code-required', message, errors: { code: [message] } });

/** Of somebody who entered the right password. */
export const accountDisabled = () =>
  new RequestProblem({
    status: 403,
    type: 'account-disabled',
    message: 'This account is disabled. Please contact the directory.',
  });

export const notFound = (message = 'Not found.') =>
  new RequestProblem({ status: 404, type: 'not-found', message });

export const conflict = (type: string, message: string, fields: readonly string[] = []) =>
  new RequestProblem({ status: 409, type, message, fields });

export const tooLarge = (message: string) =>
  new RequestProblem({ status: 413, type: 'too-large', message });

export const unsupportedType = (message: string) =>
  new RequestProblem({ status: 415, type: 'unsupported-type', message });

export const tooManyRequests = (retryAfterSeconds: number) =>
  new RequestProblem({
    status: 429,
    type: 'too-many-requests',
    message: `Too many attempts. Please wait ${waitText(retryAfterSeconds)} and try again.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

function waitText(seconds: number): string {
  return seconds <= 60 ? 'a moment' : `${Math.ceil(seconds / 60)} minutes`;
}

/** Of a mail. */
export const linkExpired = () =>
  new RequestProblem({
    status: 410,
    type: 'link-expired',
    message: 'This link has expired or was used already.',
  });

/** Without Retry-After, as it needs a repair. */
export const damaged = () =>
  new RequestProblem({
    status: 503,
    type: 'data-damaged',
    message: "The directory's data is damaged and has to be repaired by its operator.",
  });

/** Another process, which has been upgraded already, can carry it out. */
export const newerVersion = () =>
  new RequestProblem({
    status: 503,
    type: 'newer-version',
    message:
      'A newer version of the directory changed this listing, and this one is still being upgraded. Please try again later.',
    headers: { 'Retry-After': '60' },
  });

export const unavailable = (
  message = 'The directory is temporarily unavailable. Please try again in a moment.',
) =>
  new RequestProblem({
    status: 503,
    type: 'unavailable',
    message,
    headers: { 'Retry-After': '5' },
  });
