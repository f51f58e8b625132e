import type { ProblemResponse } from './contracts/problem.ts';

type FieldErrors = NonNullable<ProblemResponse['errors']>;

type Extras = {
  readonly errors?: FieldErrors;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A request that is answered with a 4xx or 503: expected, told to the client, never logged as a fault. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';
  readonly status: number;
  /** A stable name for programs; the message is for people. */
  readonly type: string;
  readonly errors: FieldErrors | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    type: string,
    message: string,
    { errors, headers = {} }: Extras = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.errors = errors;
    this.headers = headers;
  }
}

export const invalidRequest = (errors: FieldErrors, message = 'Please check what you entered.') =>
  new RequestProblem(400, 'invalid-request', message, { errors });

export const badRequest = (message: string) => new RequestProblem(400, 'bad-request', message);

export const unauthorized = (message = 'Please log in.') =>
  new RequestProblem(401, 'unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

export const forbidden = (message = 'You may not do this.') =>
  new RequestProblem(403, 'forbidden', message);

export const notFound = (message = 'There is nothing here.') =>
  new RequestProblem(404, 'not-found', message);

export const conflict = (type: string, message: string) => new RequestProblem(409, type, message);

export const tooLarge = (message: string) => new RequestProblem(413, 'too-large', message);

export const unsupportedType = (message: string) =>
  new RequestProblem(415, 'unsupported-type', message);

export const tooManyRequests = (retryAfterSeconds: number) =>
  new RequestProblem(
    429,
    'too-many-requests',
    'Too many tries. Please wait a moment and try again.',
    {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    },
  );

export const unavailable = (
  message = 'The directory cannot be reached just now. Please try again soon.',
) => new RequestProblem(503, 'unavailable', message, { headers: { 'Retry-After': '5' } });
