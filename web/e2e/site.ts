import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client, logInAdmin, logInNewOwner, type Client } from '../../api/e2e/client.ts';
import { startProgram } from '../../api/e2e/program.ts';
import { startTileServer, type TileServer } from './tile-server.ts';

export type Site = {
  /** Without a slash at the end. */
  readonly url: string;
  readonly tiles: TileServer;
  readonly visitor: Client;
  readonly owner: Client;
  readonly admin: Client;
  readonly stop: () => Promise<void>;
};

export const adminLogin = { username: 'penghulu', password: 'a long enough password' };

/** The built program on the places that it comes with, a map service of its own, an owner and an admin. */
export async function startSite(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'directory-e2e-'));
  const tiles = await startTileServer();
  const program = await startProgram({
    dataDir,
    env: {
      TILE_URL: tiles.template,
      GEOCODER_URL: 'none',
      ADMIN_USERNAME: adminLogin.username,
      ADMIN_PASSWORD: adminLogin.password,
      ...env,
    },
  });
  const { url } = program;
  return {
    url,
    tiles,
    visitor: client(url),
    owner: client(url, await logInNewOwner(url, 'siti@example.org')),
    admin: client(url, await logInAdmin(url, adminLogin)),
    stop: async () => {
      await program.stop();
      await tiles.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** A listing with everything in it, as visitors see it; its id. */
export async function publishListing(
  { owner, admin }: Site,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const { id } = await owner.submit(fields);
  const decided = await admin.send('PUT', `/api/businesses/${id}`, { status: 'approved' });
  if (!decided.ok) throw new Error(await decided.text());
  return id;
}
