import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createProgram } from '@directory/projections/cli';
import { prepareDataFolder } from '@directory/projections/data-folder';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { imageCopyWidths } from './contracts/site.ts';
import type { HttpClient } from './testing/http-client.ts';
import { fill, logIn as logInAs, newInstallation } from './testing/installation.ts';

/**
 * A data folder that release 1.0.0 wrote: an owner and an admin, two imported places, an approved listing with an edit, three visits
 * and a click, a rejected listing and a deleted one.
 */
const fixture = join(import.meta.dirname, 'testing', 'data-folder-1.0.0');
const password = 'a long enough password';
const approvedId = '01M810QX3HT4AS5XBMD9H5G5GN';
const rejectedId = '01M810QXDGY4ME4VTQTQ9704AE';
const deletedId = '01M810QXP6NDNDKSV90C3ZR6R2';

const installation = newInstallation();
const { dataDir } = installation;

beforeAll(() => {
  cpSync(fixture, dataDir, { recursive: true });
  for (const name of ['events.db', 'accounts.db', 'views.db']) {
    const compressed = join(dataDir, `${name}.gz`);
    writeFileSync(join(dataDir, name), gunzipSync(readFileSync(compressed)));
    rmSync(compressed);
  }
});
afterAll(installation.remove);

test('the files of a data folder become readable for their own user only', () => {
  const folder = join(dataDir, 'of', 'the', 'site');
  prepareDataFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const names = ['accounts.db', 'events.db', 'views.db-wal'];
  for (const name of names) writeFileSync(join(folder, name), '', { mode: 0o644 });
  prepareDataFolder(folder);
  for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

const session = z.object({ token: z.string() });

async function logIn(http: HttpClient) {
  const owner = { email: 'siti@example.org', password };
  const admin = { username: 'penghulu', password };
  return {
    owner: session.parse((await http.post('/api/user/login', owner)).json),
    admin: session.parse((await http.post('/api/admin/login', admin)).json),
  };
}

test('a data folder of release 1.0.0 opens with its listings, accounts, histories and photographs', async () => {
  await installation.serving(async (http) => {
    const { owner, admin } = await logIn(http);

    const approved = (await http.get('/api/businesses/approved')).json;
    const names = z.array(z.object({ businessName: z.string() })).parse(approved);
    expect(names.map(({ businessName }) => businessName).toSorted()).toEqual([
      'Kedai Kopi Raja',
      'Masjid Contoh',
      'Warung Mak Teh',
    ]);
    expect((await http.get(`/api/businesses/${approvedId}`)).json).toMatchObject({
      synopsis: 'Nasi lemak dan kuih sejak 1998.',
      views: 3,
      websiteClicks: 1,
    });
    expect((await http.get(`/api/businesses/${rejectedId}`, { as: owner })).json).toMatchObject({
      status: 'rejected',
      rejectionReason: { code: 'incomplete', text: 'Please add a photo of the shop.' },
    });
    expect((await http.get(`/api/businesses/${deletedId}`, { as: owner })).status).toBe(404);

    const history = await http.get(`/api/businesses/${approvedId}/history`, { as: admin });
    const { entries } = z
      .object({ entries: z.array(z.object({ type: z.string() })) })
      .parse(history.json);
    expect(entries.map(({ type }) => type)).toEqual([
      'BusinessSubmitted',
      'BusinessApproved',
      'BusinessEdited',
      'BusinessApproved',
    ]);

    const { imagePath } = z
      .object({ imagePath: z.string() })
      .parse((await http.get(`/api/businesses/${approvedId}`)).json);
    const copies = [640, ...imageCopyWidths].map((width) =>
      imagePath.replace('.webp', `-${width}.webp`),
    );
    for (const name of [imagePath, ...copies])
      expect((await http.get(`/uploads/${name}`)).status).toBe(200);
  });
});

test('a data folder of release 1.0.0 takes an edit and a restoration', async () => {
  await installation.serving(async (http) => {
    const { owner, admin } = await logIn(http);
    const edit = { synopsis: 'Nasi lemak, kuih dan kopi.' };
    const edited = await http.put(`/api/businesses/update/${approvedId}`, edit, { as: owner });
    expect(edited.json).toMatchObject({ ...edit, status: 'pending' });
    const restored = await http.post(`/api/businesses/${deletedId}/restoration`, undefined, {
      as: admin,
    });
    expect(restored.json).toMatchObject({ businessName: 'Kedai Dipadam', status: 'approved' });
  });
});

test('the log of a data folder of release 1.0.0 is converted, and the old file stays beside it', () => {
  const formatOf = (name: string) => {
    const db = new BetterSqlite3(join(dataDir, name), { readonly: true });
    const format: unknown = db.pragma('user_version', { simple: true });
    db.close();
    return format;
  };
  expect([formatOf('events.db'), formatOf('events.format-1.db')]).toEqual([2, 1]);
});

test('the converted log of a data folder of release 1.0.0 has no personal data in the clear', () => {
  const typedByTheOwner = 'Nasi lemak dan kuih sejak 1998.';
  const contentOf = (name: string) => readFileSync(join(dataDir, name)).toString('latin1');
  expect(contentOf('events.format-1.db')).toContain(typedByTheOwner);
  for (const name of ['events.db', 'events.db-wal'])
    if (existsSync(join(dataDir, name))) expect(contentOf(name)).not.toContain(typedByTheOwner);
});

test('views and histories of a data folder of release 1.0.0 verify', async () => {
  let report = '';
  const output = { write: (text: string) => void (report += text), isTerminal: false };
  await createProgram({ DATA_DIR: dataDir }, output).parseAsync(['verify'], { from: 'user' });
  expect(report).toContain('5 documents agree with the log');
});

test('an owner of a data folder of release 1.0.0 is erased from every file', async () => {
  const ofOwner = [
    'siti@example.org',
    'Nasi lemak dan kuih sejak 1998.',
    'Kedai Dipadam',
    'Please add a photo of the shop.',
  ];
  const filesWith = (text: string) =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(dataDir, name))
      .filter((file) => statSync(file).isFile() && readFileSync(file).includes(text));
  for (const text of ofOwner) expect(filesWith(text)).not.toEqual([]);
  await installation.run(['erase', 'owner', 'siti@example.org', '--yes']);
  for (const text of ofOwner) expect(filesWith(text)).toEqual([]);
  await installation.serving(async (http) => {
    const approved = (await http.get('/api/businesses/approved')).json;
    expect(approved).toMatchObject([{}, {}]);
    expect(JSON.stringify(approved)).toContain('Masjid Contoh');
  });
});

test('a data folder without its accounts is refused, and works again with them', async () => {
  const another = newInstallation();
  await another.serving((http) => fill(http, 1));
  const accounts = join(another.dataDir, 'accounts.db');
  const before = readFileSync(accounts);
  rmSync(accounts);
  const silent = { write: () => undefined, isTerminal: false };
  const views = createProgram({ DATA_DIR: another.dataDir }, silent);
  for (const start of [
    () => another.serving(() => Promise.resolve()),
    () => views.parseAsync(['rebuild'], { from: 'user' }),
    () => views.parseAsync(['projector'], { from: 'user' }),
  ])
    await expect(start()).rejects.toThrow(
      `The event log has personal data of owners whose keys are not in ${accounts}: correct DATA_DIR, or restore the accounts from a backup. npm run verify names the owners without a key.`,
    );
  writeFileSync(accounts, before);
  await another.serving(async (http) => {
    const { token } = await logInAs(http, 'user');
    const [listing] = z
      .array(z.object({ phone: z.string() }))
      .parse((await http.get('/api/businesses/approved')).json);
    expect([token.length > 0, listing?.phone]).toEqual([true, '012-3456789']);
  });
  another.remove();
});
