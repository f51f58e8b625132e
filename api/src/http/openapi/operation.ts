import type * as z from 'zod';

/** What the document says of a route; `path` as the router has it. */
export type Operation = {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Parameters of the query. */
  readonly query?: z.ZodObject<z.ZodRawShape>;
  readonly json?: z.ZodType;
  /** Of a multipart form, beside the image in `imagePath`. */
  readonly form?: z.ZodType;
  readonly answers: Readonly<Record<number, Answer>>;
  /** The statuses of the errors to expect, beside those that follow from the rest and those that may always happen. */
  readonly problems?: readonly number[];
  /** Whether it appends events: then it may be repeated with an Idempotency-Key. */
  readonly isCommand?: boolean;
};

/** A token may be given everywhere; `anybody` needs none. */
export type Access = 'anybody' | 'owner' | 'owner or admin' | 'admin';

export type Answer = {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Of a body that is no JSON. */
  readonly type?: string;
};
