import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that nobody will ever overwrite, whole and on disk or not at all, also when two processes try at once.
 * `mode` is that of the file, as in `open(2)`.
 *
 * @returns false where the file was there already; it is left as it was.
 */
export async function writeOnce(
  file: string,
  content: Uint8Array | string,
  mode: number,
): Promise<boolean> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeDurably(draft, content, mode);
    return await linkUnlessThere(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDurably(file: string, content: Uint8Array | string, mode: number) {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link, because a rename would put itself in the place of what another process has just written. */
async function linkUnlessThere(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
  await syncFolder(dirname(file));
  return true;
}

/** Windows keeps the names of files safe by itself and opens no folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether an error of the file system has this code, such as ENOENT. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
