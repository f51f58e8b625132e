import { constants, mkdirSync } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@directory/domain/shared/unknown';
import { readFileIfExists, removeOldDrafts, writeFileExclusive } from '../write-file-exclusive.ts';
import { ImagesUnavailable, type ImageStore } from './image-store.ts';

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
