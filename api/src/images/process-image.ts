import { createHash } from 'node:crypto';
import sharp from 'sharp';
import {
  imageDamaged,
  imageEmpty,
  imageTooLarge,
  imageTooManyPixels,
  maxImageBytes,
  maxImagePixels,
  notAnImage,
} from './image-problems.ts';

const maxSide = 1600;
const copyWidths = [640, 200] as const;
const slowestSeconds = 20;

// No upload is worked on twice: what sharp would remember only takes memory.
sharp.cache(false);

/** The picture as the site shows it, with its smaller copies, named for its content. WebP, without metadata. */
export type ProcessedImage = {
  readonly id: string;
  readonly full: Uint8Array;
  readonly copies: readonly { readonly width: number; readonly bytes: Uint8Array }[];
};

/**
 * Redraws what somebody uploaded: turned as its orientation says, at most 1600 pixels on its longer side, of an animation the
 * first frame.
 *
 * @throws RequestProblem where it is no JPEG, PNG or WebP, damaged, over 12 MB or over 40 megapixels.
 */
export async function processImage(upload: Uint8Array): Promise<ProcessedImage> {
  await requireAcceptable(upload);
  const full = await redraw(upload);
  const copies = await Promise.all(copyWidths.map((width) => copyOf(full, width)));
  return { id: createHash('sha256').update(full).digest('hex').slice(0, 32), full, copies };
}

/** Looks at the first bytes and the header only, so that a bomb is refused before it is unpacked. */
async function requireAcceptable(upload: Uint8Array): Promise<void> {
  if (upload.length === 0) throw imageEmpty();
  if (upload.length > maxImageBytes) throw imageTooLarge();
  if (!hasKnownSignature(upload)) throw notAnImage();
  const { format, width, height } = await readHeader(upload);
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp') throw notAnImage();
  if (width * height > maxImagePixels) throw imageTooManyPixels();
}

async function readHeader(upload: Uint8Array) {
  try {
    return await sharp(upload, { limitInputPixels: false }).metadata();
  } catch {
    throw imageDamaged();
  }
}

/** An image cut off in the middle is an error here, and not a picture that is half grey. */
async function redraw(upload: Uint8Array): Promise<Uint8Array> {
  try {
    return await sharp(upload, { limitInputPixels: maxImagePixels, failOn: 'error' })
      .timeout({ seconds: slowestSeconds })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    throw imageDamaged();
  }
}

async function copyOf(full: Uint8Array, width: number) {
  const bytes = await sharp(full)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer();
  return { width, bytes };
}

/** JPEG, PNG, and WebP with its length in between. */
const signatures = [['ffd8ff'], ['89504e470d0a1a0a'], ['52494646', '57454250']] as const;

/** Sharp would also read SVG, GIF, TIFF and HEIC: their readers are never reached. */
function hasKnownSignature(upload: Uint8Array): boolean {
  const start = Buffer.from(upload.subarray(0, 12)).toString('hex');
  return signatures.some(([first, last = '']) => start.startsWith(first) && start.endsWith(last));
}
