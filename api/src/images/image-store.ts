import { constants, mkdirSync } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Outage } from '@directory/domain/event-store';
import { errorMessage } from '@directory/domain/shared/unknown';
import { readFileIfExists, removeOldDrafts, writeFileExclusive } from '../write-file-exclusive.ts';

/**
 * The port to the images of listings. An image is named after the hash of its content, so the bytes of a name never change.
 * Every adapter passes `contract.suite.ts`.
 *
 * Every method throws ImagesUnavailable when the store is unreachable or full.
 */
export interface ImageStore {
  /** Resolves once the whole image is on disk. An existing image stays unchanged. */
  save(name: ImageName, bytes: Uint8Array): Promise<void>;
  get(name: ImageName): Promise<Uint8Array | null>;
  /** Resolves once it is gone, also if there was none. */
  remove(name: ImageName): Promise<void>;
  /** Removes what interrupted saves left behind, once it is a day old. */
  removeDrafts(): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type ImageName = string & { readonly brand: 'ImageName' };

/** 128 bits of a hash; smaller copies add their width in pixels. Release 1.0.0 made them 640 and 200 wide. */
export function isImageName(text: string): text is ImageName {
  return /^[0-9a-f]{32}(-(320|750|1200|640|200))?\.webp$/.test(text);
}

const copyWidths = [320, 750, 1200, 640, 200];

/** The names of an image and of all copies that any release made of it. */
export function namesOfImage(name: ImageName): readonly ImageName[] {
  const [id = ''] = name.split('.');
  return [name, ...copyWidths.map((width) => imageName(id, width))];
}

/** The name of an image, or of its copy in a width. */
export function imageName(id: string, width?: number): ImageName {
  const name = `${id}${width === undefined ? '' : `-${width}`}.webp`;
  if (!isImageName(name)) throw new RangeError(`not an image name: ${name}`);
  return name;
}

export class ImagesUnavailable extends Outage {}

/**
 * Images as files in one folder, which is created if it is missing.
 * @throws ImagesUnavailable, with a sentence that names the folder
 */
export function openDiskImages({ folder }: { readonly folder: string }): ImageStore {
  let isOpen = true;
  const reach = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!isOpen) throw new ImagesUnavailable('The images are closed.');
    return work().catch((error: unknown) => {
      throw unavailable(folder, error);
    });
  };
  prepareFolder(folder);
  return {
    async save(name, bytes) {
      await reach(() => writeFileExclusive(join(folder, name), bytes, 0o644));
    },
    get: async (name) => reach(() => readFileIfExists(join(folder, name))),
    async remove(name) {
      await reach(() => rm(join(folder, name), { force: true }));
    },
    removeDrafts: () => reach(async () => removeOldDrafts(folder)),
    async ping() {
      await reach(() => access(folder, constants.R_OK | constants.W_OK));
    },
    async close() {
      isOpen = false;
    },
  };
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    removeOldDrafts(folder);
  } catch (error) {
    throw unavailable(folder, error);
  }
}

function unavailable(folder: string, cause: unknown): ImagesUnavailable {
  return new ImagesUnavailable(`The images in ${folder} cannot be used: ${errorMessage(cause)}.`, {
    cause,
  });
}
