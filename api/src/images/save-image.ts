import { createHash } from 'node:crypto';
import { createKeyedQueue, createQueue } from '@directory/domain/shared/concurrency';
import sharp from 'sharp';
import { imageCopyWidths } from '../contracts/site.ts';
import { imageName, type ImageName, type ImageStore } from './image-store.ts';
import { RequestProblem } from '../http/errors.ts';

/**
 * Re-encodes an upload, saves it with its smaller copies, and returns the name under which a listing refers to it. The same
 * image always gets the same name, so saving it again adds nothing.
 *
 * @throws RequestProblem as `processImage` does, and 503 while too many uploads wait, of all or of the account; ImagesUnavailable
 */
export type SaveImage = (upload: Uint8Array, account?: string | null) => Promise<ImageName>;

const defaultMaxWaiting = 8;
const maxWaitingOfAccount = 2;

/**
 * Processes one image at a time, as two photos of 40 megapixels would take more memory than the rest of the site. Only one upload of an
 * account is in the common queue, so that nobody keeps all others out.
 */
export function imageSaver(images: ImageStore, maxWaiting = defaultMaxWaiting): SaveImage {
  const enqueue = createQueue({ maxWaiting, full: imagesBusy });
  const ofAccount = createKeyedQueue({ maxWaiting: maxWaitingOfAccount, full: imagesBusy });
  return (upload, account = null) => {
    const work = () => enqueue(async () => save(images, await processImage(upload)));
    return account === null ? work() : ofAccount(account, work);
  };
}

const maxSide = 1600;
const timeoutSeconds = 20;

// No upload is processed twice, so the cache of sharp would only take up memory.
sharp.cache(false);

/** An image as the site shows it, and smaller copies, named after its content: WebP without metadata. */
type ProcessedImage = Awaited<ReturnType<typeof processImage>>;

/**
 * Re-encodes an upload: oriented, at most 1600 pixels on its longer side, the first frame of an animation.
 *
 * @throws RequestProblem where it is no JPEG, PNG or WebP, damaged, over 12 MB or over 40 megapixels.
 */
export async function processImage(upload: Uint8Array) {
  await requireAcceptable(upload);
  const full = await reencode(upload);
  const copies = await Promise.all(
    imageCopyWidths.map(async (width) => ({ width, bytes: await copyOf(full, width) })),
  );
  return { id: createHash('sha256').update(full).digest('hex').slice(0, 32), full, copies };
}

/** Reads the first bytes and the header only, so that a decompression bomb is refused before it is unpacked. */
async function requireAcceptable(upload: Uint8Array): Promise<void> {
  if (upload.length === 0) throw imageProblem(400, 'image-empty', 'The selected file is empty.');
  if (upload.length > maxImageBytes) throw imageTooLarge();
  if (!hasKnownSignature(upload))
    throw imageProblem(415, 'not-an-image', 'The selected file must be a JPEG, PNG or WebP image.');
  const { width, height } = await readHeader(upload);
  const tooManyPixels = 'The selected file must have at most 40 megapixels.';
  if (width * height > maxImagePixels) throw imageProblem(413, 'image-too-large', tooManyPixels);
}

async function readHeader(upload: Uint8Array) {
  try {
    return await sharp(upload, { limitInputPixels: false }).metadata();
  } catch {
    throw imageDamaged();
  }
}

/** A truncated image is an error, not an image that is half grey. */
async function reencode(upload: Uint8Array): Promise<Uint8Array> {
  try {
    return await sharp(upload, { limitInputPixels: maxImagePixels, failOn: 'error' })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    throw imageDamaged();
  }
}

/** JPEG, PNG, and WebP with its length in between. */
const signatures = [['ffd8ff'], ['89504e470d0a1a0a'], ['52494646', '57454250']] as const;

/** Sharp could also decode SVG, GIF, TIFF and HEIC: those decoders are never reached. */
function hasKnownSignature(upload: Uint8Array): boolean {
  const start = Buffer.from(upload.subarray(0, 12)).toString('hex');
  return signatures.some(([first, last = '']) => start.startsWith(first) && start.endsWith(last));
}

/** The full image comes last: its name is only returned when the copies exist. */
async function save(images: ImageStore, { id, full, copies }: ProcessedImage): Promise<ImageName> {
  for (const { width, bytes } of copies) await images.save(imageName(id, width), bytes);
  const name = imageName(id);
  await images.save(name, full);
  return name;
}

function copyOf(image: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(image)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: copyQuality })
    .toBuffer();
}

/** A higher quality would not be seen: screens that need the larger copies have small pixels. */
const copyQuality = 65;

export type FoundImage = {
  /** The name of the image that was found, which may be the original of the copy that was asked for. */
  readonly name: ImageName;
  readonly bytes: Uint8Array;
};

/**
 * Reads images. A copy in a width that an earlier release did not make is made and saved when it is first asked for, one at a
 * time. While `maxMaking` are being made, others are answered with the image itself.
 */
export function imageReader(images: ImageStore, maxMaking = 20) {
  const enqueue = createQueue();
  const making = new Map<ImageName, Promise<Uint8Array>>();

  async function makeCopy(name: ImageName, image: Uint8Array, { original, width }: Copy) {
    const bytes = await copyOf(image, width);
    await images.save(name, bytes);
    // An erasure may have removed the image with its copies meanwhile.
    if (!(await images.get(original))) await images.remove(name);
    return bytes;
  }

  function makeOnce(name: ImageName, image: Uint8Array, copy: Copy): Promise<Uint8Array> {
    const begun = making.get(name);
    if (begun) return begun;
    const made = enqueue(() => makeCopy(name, image, copy)).finally(() => making.delete(name));
    making.set(name, made);
    return made;
  }

  return async (name: ImageName): Promise<FoundImage | null> => {
    const stored = await images.get(name);
    if (stored) return { name, bytes: stored };
    const copy = copyNamed(name);
    const image = copy && (await images.get(copy.original));
    if (!image) return null;
    if (making.size >= maxMaking && !making.has(name)) return { name: copy.original, bytes: image };
    return { name, bytes: await makeOnce(name, image, copy) };
  };
}

type Copy = { readonly original: ImageName; readonly width: number };

/** Null unless it is the name of a copy in one of today's widths. */
function copyNamed(name: ImageName): Copy | null {
  const [, id = '', digits] = /^(\w+)-(\d+)\./.exec(name) ?? [];
  const width = imageCopyWidths.find((each) => String(each) === digits);
  return width === undefined ? null : { original: imageName(id), width };
}

export const maxImageBytes = 12 * 1024 * 1024;
const maxImagePixels = 40_000_000;

export const imageTooLarge = () =>
  imageProblem(413, 'image-too-large', 'The selected file must be smaller than 12 MB.');

const imageDamaged = () =>
  imageProblem(400, 'image-damaged', 'The selected file is damaged and cannot be read.');

export const tooManyImages = () =>
  imageProblem(413, 'too-many-images', 'You can only select one file.');

export const imagesBusy = () =>
  imageProblem(
    503,
    'images-busy',
    'Too many photos are being uploaded. Please try again in a moment.',
  );

/** The form shows the message at its file field. */
function imageProblem(status: number, type: string, message: string): RequestProblem {
  return new RequestProblem(status, type, message, {
    errors: { imagePath: [message] },
    ...(status === 503 && { headers: { 'Retry-After': '5' } }),
  });
}
