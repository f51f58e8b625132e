import sharp from 'sharp';
import { boundedQueue } from '../bounded-queue.ts';
import { imagesBusy } from './image-problems.ts';
import { isImageName, type ImageName, type ImageStore } from './image-store.ts';
import { processImage, type ProcessedImage } from './process-image.ts';

/**
 * Redraws an upload and keeps it for good, then gives the name under which a listing refers to it. The copies are at
 * `<name>-640.webp` and `<name>-200.webp`. The same picture always gets the same name, so keeping it again adds nothing.
 *
 * @throws RequestProblem as `processImage` does, and 503 while too many wait; ImagesUnavailable
 */
export type KeepImage = (upload: Uint8Array) => Promise<ImageName>;

const maxWaiting = 8;

/** One image at a time: two 40-megapixel photos at once would take more memory than the rest of the site. */
export function imageKeeper(images: ImageStore, waiting = maxWaiting): KeepImage {
  sharp.cache(false);
  const inTurn = boundedQueue(waiting, imagesBusy);
  return (upload) => inTurn(async () => save(images, await processImage(upload)));
}

/** The name is given away last, when all that belongs to it is there. */
async function save(images: ImageStore, { id, full, copies }: ProcessedImage): Promise<ImageName> {
  for (const { width, bytes } of copies) await images.save(nameOf(`${id}-${width}`), bytes);
  const name = nameOf(id);
  await images.save(name, full);
  return name;
}

function nameOf(stem: string): ImageName {
  const name = `${stem}.webp`;
  if (!isImageName(name)) throw new RangeError(`not the name of an image: ${name}`);
  return name;
}
