import type { Socket } from 'node:net';
import { isObject } from '@directory/domain/shared/unknown';
import multer from '@koa/multer';
import type { Context, Middleware } from 'koa';
import { MulterError } from 'multer';
import * as z from 'zod';
import {
  badRequest,
  invalidRequest,
  type RequestProblem,
  tooLarge,
  tooSlow,
  unsupportedType,
  tooManyRequests,
} from '../http/errors.ts';
import type { RequestState } from '../http/middleware/session.ts';
import { networkOf } from '../network-address.ts';
import { imageTooLarge, maxImageBytes, tooManyImages, imagesBusy } from './save-image.ts';

const fileField = 'imagePath';

/** Limits of a form. A listing has about 25 fields, the longest of some thousand characters. */
const limits = {
  files: 1,
  fileSize: maxImageBytes,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  fieldNestingDepth: 1,
  fieldArrayIndexLimit: 20,
  parts: 101,
};
const maxBodyBytes = maxImageBytes + 1024 * 1024;

const uploadedFile = z.object({ buffer: z.instanceof(Uint8Array) });

export type FormLimits = {
  /** How many forms may be in memory; beyond it, 503. */
  readonly maxConcurrent: number;
  /** How many of them may be from one address, or of one account; beyond it, 429. */
  readonly maxPerClient: number;
  readonly minRate: typeof minUploadRate;
};

/** Reads a multipart form: its text fields for `bodyOf` (a repeated one is a list), its image for `uploadOf`. A slow upload is answered 408. */
export function multipartForm({
  maxConcurrent = 10,
  maxPerClient = 3,
  minRate = minUploadRate,
}: Partial<FormLimits> = {}): Middleware<RequestState> {
  const storage = multer.memoryStorage();
  const read = multer({ storage, limits }).single(fileField);
  const takeSlot = uploadSlots(maxConcurrent, maxPerClient);
  return async (ctx, next) => {
    if (ctx.request.length > maxBodyBytes) throw imageTooLarge();
    const { viewer } = ctx.state;
    // By account, too, as its owner may have many addresses.
    const account = viewer.id === null ? [] : [viewer.id];
    const release = takeSlot(networkOf(ctx.ip), ...account);
    try {
      await enforceUploadRate(readForm(read, ctx), ctx.req.socket, minRate);
      await next();
    } finally {
      release();
    }
  };
}

/** The image of the form that was read, if it has one. */
export function uploadOf(ctx: { readonly request: object }): Uint8Array | null {
  const { success, data } = uploadedFile.safeParse(Reflect.get(ctx.request, 'file'));
  return success ? data.buffer : null;
}

/** Errors of the parser are bad requests, as it does nothing but read. */
async function readForm(read: Middleware, ctx: Context): Promise<void> {
  try {
    await read(ctx, () => Promise.resolve());
  } catch (error) {
    throw parserProblem(error);
  }
  // A form without a new photo may send a text in the file field.
  const body: unknown = Reflect.get(ctx.request, 'body');
  if (!isObject(body)) return;
  Reflect.deleteProperty(body, fileField);
  refuseDamaged(body);
}

/** The parser puts this in the place of bytes that are no UTF-8. */
const replacement = '\uFFFD';
const damagedText = `This text has a damaged character, shown as "${replacement}". Please enter it again.`;

/** @throws RequestProblem 400 when a text was not sent in UTF-8 */
function refuseDamaged(fields: object): void {
  const damaged = Object.entries(fields).filter(([, value]) =>
    JSON.stringify(value).includes(replacement),
  );
  if (damaged.length > 0)
    throw invalidRequest(Object.fromEntries(damaged.map(([name]) => [name, [damagedText]])));
}

function parserProblem(error: unknown): RequestProblem {
  if (error instanceof MulterError)
    return limitProblems[error.code]?.() ?? badRequest('A field of the form has an invalid name.');
  if (error instanceof Error && error.message.startsWith('Unsupported content type'))
    return unsupportedType('Please send the form as multipart/form-data.');
  return badRequest('The form is incomplete or damaged. Please send it again.');
}

const limitProblems: Readonly<Record<string, () => RequestProblem>> = {
  LIMIT_FILE_SIZE: imageTooLarge,
  LIMIT_FILE_COUNT: tooManyImages,
  LIMIT_FIELD_VALUE: () => tooLarge('A field of the form is too long.'),
  LIMIT_PART_COUNT: () => tooLarge('The form has too many fields.'),
  LIMIT_UNEXPECTED_FILE: () =>
    invalidRequest({}, `A file is only accepted in the field ${fileField}.`),
};

/**
 * Limits how many forms are in memory at once, in total and by client. The returned function takes a slot for those that a form counts
 * for, and returns what releases it. @throws RequestProblem 503 when all are taken, 429 when one of them has its share
 */
function uploadSlots(maxConcurrent: number, maxPerClient: number) {
  /** The clients of each form in memory. */
  const taken = new Set<readonly string[]>();
  return (...clients: readonly string[]) => {
    const formsOf = (client: string) => [...taken].filter((each) => each.includes(client));
    if (clients.some((client) => formsOf(client).length >= maxPerClient)) throw tooManyRequests(5);
    if (taken.size >= maxConcurrent) throw imagesBusy();
    taken.add(clients);
    return () => taken.delete(clients);
  };
}

/** How fast a form has to arrive, so that a slow client does not block others: any telephone line is faster. */
const minUploadRate = {
  /** At least `minBytes` have to arrive in each window. */
  windowMs: 10_000,
  minBytes: 16 * 1024,
  /** The most time for the whole form, however fast it arrives: it allows twelve megabytes at half a megabit a second. */
  maxMs: 200_000,
};

const uploadTooSlow = 'The upload was too slow. Please try again, perhaps with a smaller photo.';

/** Waits for a form that is read from a connection. @throws RequestProblem 408 when it is too slow, and what `reading` throws. */
async function enforceUploadRate(
  reading: Promise<void>,
  socket: Socket,
  { windowMs, minBytes, maxMs }: typeof minUploadRate,
): Promise<void> {
  const endsAt = performance.now() + maxMs;
  let bytesBefore = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const arrived = socket.bytesRead - bytesBefore;
      bytesBefore = socket.bytesRead;
      if (arrived < minBytes || performance.now() >= endsAt)
        reject(tooSlow('upload-too-slow', uploadTooSlow));
    }, windowMs);
  });
  try {
    await Promise.race([reading, late]);
  } finally {
    clearInterval(timer);
  }
}
