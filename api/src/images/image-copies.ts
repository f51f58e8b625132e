import { createQueue } from '@directory/domain/shared/queue';
import sharp from 'sharp';
import { imageCopyWidths } from '../contracts/images.ts';
import { imageName, type ImageName, type ImageStore } from './image-store.ts';

/** A smaller copy of a stored image. */
export function copyOf(image: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(image)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: copyQuality })
    .toBuffer();
}

/** Screens that need the larger copies have small pixels, so more would not be seen. */
const copyQuality = 65;

type FoundImage = {
  /** Of the image that was found, which is not always the one that was asked for. */
  readonly name: ImageName;
  readonly bytes: Uint8Array;
};

export type ReadImage = (name: ImageName) => Promise<FoundImage | null>;

/**
 * Reads images. A copy in a width that an earlier release did not make is made and saved when it is first asked for, one at a
 * time. While `maxMaking` are being made, others are answered with the image itself.
 */
export function imageReader(images: ImageStore, maxMaking = 20): ReadImage {
  const enqueue = createQueue();
  const making = new Map<ImageName, Promise<Uint8Array>>();

  async function makeCopy(name: ImageName, image: Uint8Array, width: number) {
    const bytes = await copyOf(image, width);
    await images.save(name, bytes);
    return bytes;
  }

  function makeOnce(name: ImageName, image: Uint8Array, width: number): Promise<Uint8Array> {
    const begun = making.get(name);
    if (begun) return begun;
    const copy = enqueue(() => makeCopy(name, image, width)).finally(() => making.delete(name));
    making.set(name, copy);
    return copy;
  }

  return async (name) => {
    const stored = await images.get(name);
    if (stored) return { name, bytes: stored };
    const copy = copyNamed(name);
    const image = copy && (await images.get(copy.original));
    if (!image) return null;
    if (making.size >= maxMaking && !making.has(name)) return { name: copy.original, bytes: image };
    return { name, bytes: await makeOnce(name, image, copy.width) };
  };
}

/** Null where it is the name of no copy of today's widths. */
function copyNamed(name: ImageName) {
  const [, id = '', digits] = /^(\w+)-(\d+)\./.exec(name) ?? [];
  const width = imageCopyWidths.find((each) => String(each) === digits);
  return width === undefined ? null : { original: imageName(id), width };
}
