import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { client, logInAdmin, logInNewOwner, type Client } from '../../api/e2e/client.ts';
import { runProgram, startProgram } from '../../api/e2e/program.ts';
import { adminLogin, adminSettings, type AdminLogin } from './seeded-folder.ts';
import type { Teardown } from './teardown.ts';
import { startTileServer, type TileServer } from './tile-server.ts';

export type Site = {
  /** Without a slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  readonly tiles: TileServer;
  readonly visitor: Client;
  readonly owner: Client;
  readonly admin: Client;
  /** Creates another admin by the command line. */
  readonly addAdmin: (username: string) => Promise<AdminLogin>;
};

/** The built program with its seed data, a tile server, an owner and an admin. */
export async function startSite(
  teardown: Teardown,
  env: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'directory-e2e-'));
  teardown.add(() => rm(dataDir, { recursive: true }));
  const seeded = inject('seededFolder');
  if (seeded) await cp(seeded, dataDir, { recursive: true });
  const tiles = await startTileServer();
  teardown.add(tiles.stop);
  const program = await startProgram({
    dataDir,
    env: {
      TILE_URL: tiles.template,
      // Unreachable: lookups of addresses fail.
      GEOCODER_URL: 'http://127.0.0.1:9',
      ...adminSettings,
      ...env,
    },
  });
  teardown.add(program.stop);
  const { url } = program;
  return {
    url,
    dataDir,
    tiles,
    visitor: client(url),
    owner: client(url, await logInNewOwner(url, 'siti@example.org')),
    admin: client(url, await logInAdmin(url, adminLogin)),
    addAdmin: (username) => addAdmin(dataDir, username),
  };
}

async function addAdmin(dataDir: string, username: string): Promise<AdminLogin> {
  const { password } = adminLogin;
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: password };
  const { code, output } = await runProgram({
    program: 'api',
    args: ['create-admin', username],
    env,
  });
  if (code !== 0) throw new Error(output);
  return { username, password };
}

/** Submits and approves a complete listing and waits until visitors see it; returns its id. */
export async function publishListing(
  { owner, admin, visitor }: Site,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const { id } = await owner.submit(fields);
  const decided = await admin.send('PUT', `/api/businesses/${id}`, { status: 'approved' });
  if (!decided.ok) throw new Error(await decided.text());
  const isShown = () => visitor.get(`/api/businesses/${id}`).then(Boolean, () => false);
  await vi.waitUntil(isShown, { timeout: 30_000 });
  return id;
}

/** A listing of which a page shows everything that it can. */
export const richFields = {
  businessName: 'Kedai Kopi <b>Haji</b> & Anak',
  youtube: 'https://youtu.be/dQw4w9WgXcQ',
  whatsapp: '012-3456789',
  website: 'https://kopi.example',
  facebook: 'https://facebook.com/kopi',
  location: 'https://maps.example/kopi',
  synopsis: 'Kopi since 1957.',
  yearStarted: '1957',
};
