import { createRequire } from 'node:module';
import type Driver from 'better-sqlite3';

export type { Database, Statement } from 'better-sqlite3';

const require = createRequire(import.meta.url);

/**
 * The address of the driver, for threads that run text. Its binaries need Node-API 10, which came with Node 22.14; for an older Node its
 * last release before them is compiled, which, compiled for Node 24.19 or newer, ends the process when a closed database is collected.
 */
export const driverFile =
  Number(process.versions.napi) >= 10
    ? require.resolve('better-sqlite3')
    : require.resolve('better-sqlite3-12');

export const BetterSqlite3 = require(driverFile) as typeof Driver;

export const { SqliteError } = BetterSqlite3;
