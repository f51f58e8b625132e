import multer from '@koa/multer';
import type { Context, Middleware } from 'koa';
import { MulterError } from 'multer';
import * as z from 'zod';
import {
  badRequest,
  invalidRequest,
  type RequestProblem,
  tooLarge,
  unsupportedType,
} from '../http/errors.ts';
import { networkOf } from '../http/middleware/network-of.ts';
import { imageTooLarge, maxImageBytes, tooManyImages } from './image-problems.ts';
import { enforceUploadRate, minUploadRate, type MinUploadRate } from './upload-rate.ts';
import { uploadSlots } from './upload-slots.ts';

const fileField = 'imagePath';

/** Of one form; a listing has about 25 fields, the longest of some thousand characters. */
const limits = {
  files: 1,
  fileSize: maxImageBytes,
  fields: 100,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  fieldNestingDepth: 1,
  fieldArrayIndexLimit: 20,
  parts: 101,
};
const maxBodyBytes = maxImageBytes + 1024 * 1024;

const uploadedFile = z.object({ buffer: z.instanceof(Uint8Array) });

export type FormLimits = {
  /** So many forms are held in memory; beyond that, 503. */
  readonly maxConcurrent: number;
  /** So many of them from one client; beyond that, 429. */
  readonly maxPerClient: number;
  readonly pace: MinUploadRate;
};

const usualLimits: FormLimits = { maxConcurrent: 10, maxPerClient: 3, pace: minUploadRate };

/**
 * Reads a multipart form: its text fields for `bodyOf` (a repeated one is a list), its image for `uploadOf`. Any other body is
 * left for the next reader. One that comes too slowly is answered 408.
 */
export function multipartForm(given: Partial<FormLimits> = {}): Middleware {
  const {
    maxConcurrent: mostAtOnce,
    maxPerClient: mostPerClient,
    pace,
  } = { ...usualLimits, ...given };
  const read = multer({
    storage: multer.memoryStorage(),
    limits,
    ...{ defParamCharset: 'utf8' },
  }).single(fileField);
  const slots = uploadSlots(mostAtOnce, mostPerClient);
  return async (ctx, next) => {
    if (!ctx.is('multipart')) {
      await next();
      return;
    }
    if (ctx.request.length > maxBodyBytes) throw imageTooLarge();
    const giveBack = slots.take(networkOf(ctx.ip));
    try {
      await enforceUploadRate(readForm(read, ctx), { socket: ctx.req.socket, pace });
      await next();
    } finally {
      giveBack();
    }
  };
}

/** The image of the form that was read, if it has one. */
export function uploadOf(ctx: { readonly request: object }): Uint8Array | null {
  const { success, data } = uploadedFile.safeParse(Reflect.get(ctx.request, 'file'));
  return success ? data.buffer : null;
}

/** Whatever the parser throws is the form's fault: it does nothing but read. */
async function readForm(read: Middleware, ctx: Context): Promise<void> {
  try {
    await read(ctx, () => Promise.resolve());
  } catch (error) {
    throw ofParser(error);
  }
  dropFileNamedByText(ctx);
}

/** A text sent in place of the image selects no file; a form without a new photo may well send one. */
function dropFileNamedByText({ request }: Context): void {
  const body: unknown = Reflect.get(request, 'body');
  if (typeof body === 'object' && body !== null) Reflect.deleteProperty(body, fileField);
}

function ofParser(error: unknown): RequestProblem {
  if (error instanceof MulterError) return ofLimit(error);
  if (error instanceof Error && error.message.startsWith('Unsupported content type'))
    return unsupportedType('Please send the form as multipart/form-data.');
  return badRequest('The form arrived incomplete or damaged. Please send it again.');
}

function ofLimit({ code, field }: { readonly code: string; readonly field?: string | undefined }) {
  switch (code) {
    case 'LIMIT_FILE_SIZE':
      return imageTooLarge();
    case 'LIMIT_FILE_COUNT':
      return tooManyImages();
    case 'LIMIT_UNEXPECTED_FILE':
      return field === fileField
        ? tooManyImages()
        : invalidRequest({}, `A file is only expected as ${fileField}.`);
    case 'LIMIT_FIELD_VALUE':
      return tooLarge('A field of the form is too long.');
    case 'LIMIT_FIELD_COUNT':
    case 'LIMIT_PART_COUNT':
      return tooLarge('The form has too many fields.');
    default:
      return badRequest('A field of the form has a name that cannot be read.');
  }
}
