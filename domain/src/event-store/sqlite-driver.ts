import { createRequire } from 'node:module';
import type Driver from 'better-sqlite3';

export type { Database, Statement } from 'better-sqlite3';

const require = createRequire(import.meta.url);

/**
 * The file of the driver, for threads whose code is a text. Its binaries need Node-API 10, which came with Node 22.14. For an older Node
 * the last release before that is compiled; compiled for Node 24.19 or newer, it ends the process when a closed database is collected.
 */
export const driverFile =
  Number(process.versions.napi) >= 10
    ? require.resolve('better-sqlite3')
    : require.resolve('better-sqlite3-12');

export const BetterSqlite3 = require(driverFile) as typeof Driver;

export const { SqliteError } = BetterSqlite3;
