import { readFile, rm } from 'node:fs/promises';
import { isCode } from '../write-file-exclusive.ts';
import { normalizeForLookup } from './account-store.ts';

/**
 * Removes a file that keeps the login of this account: it names a password that opens nothing any more. False where there is no
 * such file, or it is about somebody else.
 */
export async function removeCredentials(file: string, name: string): Promise<boolean> {
  const text = await readIfThere(file);
  const isOfAccount = text
    .split('\n')
    .some(
      (line) => /^(Username|E-mail): /.test(line) && line.endsWith(`: ${normalizeForLookup(name)}`),
    );
  if (isOfAccount) await rm(file, { force: true });
  return isOfAccount;
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return '';
    throw error;
  }
}
