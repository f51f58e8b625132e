import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { errorMessage, hasCode } from '@directory/domain/shared/unknown';
import { OperatorError } from './config.ts';

/** Makes the folder where it is missing, for this user only. @throws OperatorError where it cannot be used */
export function prepareDataFolder(folder: string): void {
  orUnusable(folder, () => {
    makeFolder(folder);
    access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    protectFiles(folder);
  });
}

/** For a file that was not found: a folder of another user seems to be empty. Changes nothing in it. @throws OperatorError */
export function requireUsable(dataDir: string): void {
  orUnusable(dataDir, () => {
    try {
      access(dataDir, constants.X_OK);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  });
}

/** With a separator at the end of the path, as a file would otherwise be said to lack permissions. */
function access(folder: string, mode: number): void {
  accessSync(join(folder, sep), mode);
}

/** @throws OperatorError where `use` of the folder throws */
function orUnusable(folder: string, use: () => void): void {
  try {
    use();
  } catch (error) {
    const reason = errorMessage(error);
    throw new OperatorError(`The data folder ${folder} cannot be used: ${reason}.`, {
      cause: error,
    });
  }
}

/** Files of earlier versions and restored backups may be readable for every user of the machine. */
function protectFiles(folder: string): void {
  for (const name of ['accounts.db', 'events.db', 'views.db'])
    for (const file of [name, `${name}-wal`, `${name}-shm`].map((each) => join(folder, each)))
      if (existsSync(file)) chmodSync(file, 0o600);
}

/** Level by level: mkdir's own recursion never returns when the system reports a missing folder below an existing one. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another program that starts at the same moment may have made it.
    if (!existsSync(folder)) throw error;
  }
}
