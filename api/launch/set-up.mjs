import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const stamp = join(root, 'dist', '.built-from');
const buildInputs = [
  'domain/src',
  'projections/src',
  'api/src',
  'api/seed-data/category-map.json',
  'api/seed-data/sub-categories.json',
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/build',
  'vite.server.config.ts',
  'package-lock.json',
];

/** As in domain/src/event-store/sqlite-driver.ts. */
const compilesSqlite = Number(process.versions.napi) < 10;

/**
 * Brings a checkout to where the program can run: packages installed, programs and pages built. Does only what is missing. What it
 * says goes to the standard error, as the standard output may be a file of a report.
 */
export async function setUp() {
  requireNode();
  if (isInstalled() && hasSqlite() && isBuilt()) return;
  await alone(join(root, '.set-up.lock'), async () => {
    if (!isInstalled()) await install();
    // Compiling SQLite takes one core for a minute, in which the build takes another.
    await Promise.all([hasSqlite() || compileSqlite(), isBuilt() || build()]);
  });
}

/** The locks that this process holds. */
const held = new Set();

/** Works once no other process works under the lock: a file with the id of its process, which does not count once that has ended. */
export async function alone(lock, work) {
  for (let waits = 0; !(await hasTaken(lock)); waits += 1) {
    if (waits === 1)
      console.error(
        `Waiting for another process that sets this checkout up (if there is none, delete ${lock}) …`,
      );
    await setTimeout(100);
  }
  try {
    await work();
  } finally {
    held.delete(lock);
    rmSync(lock);
  }
}

/** Looks again, as another process that found the same left lock may have removed this one instead. */
async function hasTaken(lock) {
  if (!take(lock)) return false;
  held.add(lock);
  await setTimeout(50);
  try {
    if (readFileSync(lock, 'utf8') === String(process.pid)) return true;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  held.delete(lock);
  return false;
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeIfLeft(lock);
    return false;
  }
}

function removeIfLeft(lock) {
  try {
    if (!isHeld(lock, Number(readFileSync(lock, 'utf8')) || 0)) rmSync(lock, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function isHeld(lock, holder) {
  // The file was made but not written to: for a moment or, after a full disk or a crash, for ever.
  if (holder === 0) return Math.abs(Date.now() - modified(lock)) < 1_000;
  // A container may give its process the same id at each start.
  if (holder === process.pid) return held.has(lock);
  try {
    return process.kill(holder, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`This program needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/**
 * npm writes its hidden lockfile last, so it is there and newer only after a whole installation. For a Node that compiles the driver of
 * SQLite, npm leaves out the one with binaries.
 */
function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed) || modified(installed) < modified(join(root, 'package-lock.json')))
    return false;
  return compilesSqlite || existsSync(join(root, 'node_modules', 'better-sqlite3'));
}

function install() {
  console.error('Installing packages (a minute or two) …');
  // The build needs the development packages, also with NODE_ENV=production. Of their scripts only that of SQLite is run, below.
  return npm([
    'ci',
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
}

const oldDriver = 'better-sqlite3-12';

/** Whether the driver works: it comes with binaries, but for an older Node it is compiled. */
function hasSqlite() {
  if (!compilesSqlite) return true;
  try {
    const Database = createRequire(join(root, 'domain/package.json'))(oldDriver);
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

/** Compiles a driver that was just installed or is for another Node, with the -O2 of SQLite: that takes a fifth less than its own -O3. */
function compileSqlite() {
  console.error('Preparing SQLite for this Node …');
  const env = { CFLAGS: '-O2', CXXFLAGS: '-O2', ...process.env };
  return npm(['rebuild', oldDriver, '--loglevel=error'], { env });
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOf(buildInputs);
}

async function build() {
  console.error('Building …');
  const fingerprint = fingerprintOf(buildInputs);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // The build is for serving, whatever NODE_ENV the program is started with.
  const env = { ...process.env, NODE_ENV: 'production' };
  for (const config of [
    ['web/vite.config.ts'],
    ['web/vite.config.ts', '--ssr'],
    ['vite.server.config.ts'],
  ])
    await run(process.execPath, [vite, 'build', '--logLevel', 'warn', '--config', ...config], {
      env,
    });
  writeFileSync(stamp, fingerprint);
}

function fingerprintOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesBelow(join(root, input))))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function modified(path) {
  return statSync(path).mtimeMs;
}

function npm(args, options = {}) {
  return run('npm', args, { shell: process.platform === 'win32', ...options });
}

async function run(command, args, options = {}) {
  try {
    const stdio = /** @type {const} */ (['inherit', process.stderr, 'inherit']);
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    const [code, signal] = await once(child, 'exit');
    if (code !== 0) throw new Error(`ended with ${code ?? signal}`);
  } catch (error) {
    fail(`Set-up stopped: ${command} ${args[0]}: ${error.message}.`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
