import { constants, mkdirSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode, writeOnce } from '../../write-file-exclusive.ts';
import { ImagesUnavailable, type ImageName, type ImageStore } from '../image-store.ts';

/**
 * Images as files in one folder, which is made where it is missing.
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
  makeFolder(folder);
  return {
    async save(name, bytes) {
      await reach(() => writeOnce(join(folder, name), bytes, 0o644));
    },
    async get(name) {
      return reach(() => readIfThere(folder, name));
    },
    async ping() {
      await reach(() => access(folder, constants.R_OK | constants.W_OK));
    },
    async close() {
      isOpen = false;
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unavailable(folder, error);
  }
}

async function readIfThere(folder: string, name: ImageName): Promise<Uint8Array | null> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function unavailable(folder: string, cause: unknown): ImagesUnavailable {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ImagesUnavailable(`The images in ${folder} cannot be used: ${reason}.`, { cause });
}
