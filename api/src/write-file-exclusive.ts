import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { link, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { hasCode } from '@directory/domain/shared/unknown';

const draftEnding = '.tmp';
const draftAgeMs = 86_400_000;

/** Removes the drafts, older than a day, that processes left behind when they were killed. */
export function removeOldDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(draftEnding)) continue;
    const file = join(folder, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (Date.now() - mtimeMs > draftAgeMs) rmSync(file, { force: true });
  }
}

/**
 * Writes a new file, whole and synced to disk or not at all, also when two processes try at once. `mode` as in `open(2)`.
 * @returns false where the file exists already; it stays unchanged.
 */
export async function writeFileExclusive(
  file: string,
  content: Uint8Array | string | Readable,
  mode: number,
): Promise<boolean> {
  const draft = `${file}.${randomUUID()}${draftEnding}`;
  try {
    await writeFile(draft, content, { mode, flag: 'wx', flush: true });
    // Links, as a rename would replace what another process has just written.
    await link(draft, file);
    await syncFolder(dirname(file));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw withPath(error, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Node names no file in errors of reading and writing one that is open, as where the disk is full. */
function withPath(error: unknown, file: string): unknown {
  if (error instanceof Error && 'syscall' in error && !('path' in error))
    error.message += ` '${file}'`;
  return error;
}

/** Windows syncs file names by itself and cannot open a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The bytes of a file, or null where there is none. */
export async function readFileIfExists(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw withPath(error, file);
  }
}
