import { startGrpcPeer, type GrpcPeer } from '@directory/domain/event-store/eventstoredb/testing';
import { describeOnServer } from '@directory/domain/testing/servers';
import { newMongoDatabase, type MongoDatabase } from '@directory/projections/testing/mongodb';
import { accountsFile } from '@directory/projections/stores';
import { randomUUID } from 'node:crypto';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { decryptFor } from '../accounts/account-encryption.ts';
import { loadSecrets } from '../accounts/secrets.ts';
import { openSqliteAccounts } from '../accounts/sqlite/sqlite-accounts.ts';
import { formatError } from '../cli.ts';
import { imageName } from '../images/image-store.ts';
import type { HttpClient } from '../testing/http-client.ts';
import {
  fill,
  type Installation,
  logIn,
  newInstallation,
  owner,
  verifyCopy,
} from '../testing/installation.ts';

const appSecret = 'a secret of forty characters, which is enough';

describeOnServer('mongodb', (server) => {
  let peer: GrpcPeer;
  let database: MongoDatabase;
  let installation: Installation;
  let cluster: Readonly<Record<string, string>>;
  beforeEach(async () => {
    peer = await startGrpcPeer();
    database = newMongoDatabase(server);
    installation = newInstallation();
    cluster = { EVENTSTORE_URL: peer.url, MONGODB_URL: database.url };
  });
  afterEach(async () => {
    peer.stop();
    await database.drop();
    installation.remove();
  });

  const failureOf = (work: Promise<unknown>) => work.then(() => 'it worked', formatError);

  /** The public list, and one of the images. */
  const publicContent = async (http: HttpClient) => {
    const list = (await http.get('/api/businesses/approved')).text;
    const [, image = ''] = /(\/uploads\/[\da-f]+\.webp)/.exec(list) ?? [];
    return { list, image: (await http.get(image)).text };
  };

  async function inDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const client = new MongoClient(database.url);
    try {
      return await work(client.db());
    } finally {
      await client.close();
    }
  }

  async function storedOwner(): Promise<{ readonly id: string; readonly encrypted: string }> {
    const found = await inDatabase((db) => db.collection('owners').findOne());
    return z
      .object({ _id: z.string(), sealedIcNumber: z.string() })
      .transform(({ _id: id, sealedIcNumber: encrypted }) => ({ id, encrypted }))
      .parse(found);
  }

  const storedImages = () => inDatabase((db) => db.collection('images.files').distinct('filename'));

  /** The last lines but those of progress, which a slow run prints in between. */
  const outcomesIn = (printed: readonly string[]) =>
    printed.filter((line) => !/ %|\d of \d|exist already/.test(line)).slice(-6);

  test('migrate makes no file in a folder that has events alone', async () => {
    const { serving, run, printed, dataDir } = installation;
    await serving((http) => fill(http, 0));
    for (const name of readdirSync(dataDir))
      if (!name.startsWith('events.db')) rmSync(join(dataDir, name), { recursive: true });
    const migrating = run(['migrate', '--from', dataDir], {
      ...cluster,
      DATA_DIR: `${dataDir}-target`,
    });
    await expect(migrating).rejects.toThrow('The migration stopped: The key of the owner');
    expect(outcomesIn(printed)).toContain('Owners: 0 copied, 0 existing.');
    expect(readdirSync(dataDir)).toEqual(['events.db']);
  });

  test('migrate copies lists, images, visits and logins', async () => {
    const { serving, run, printed, dataDir } = installation;
    const before = await serving(async (http) => {
      await fill(http, 3);
      return publicContent(http);
    });
    expect(before.image).not.toBe('');
    await run(['migrate'], cluster);
    expect(outcomesIn(printed)).toEqual([
      'Events: 10 copied, 0 existing.',
      'Owners: 1 copied, 0 existing.',
      'Admins: 1 copied, 0 existing.',
      expect.stringMatching(/^Images: [1-9]\d* copied, 0 existing\.$/),
      expect.stringMatching(/^Views: built listings, /),
      'Migration complete.',
    ]);
    const verified = await verifyCopy({ ...cluster, DATA_DIR: dataDir }, dataDir);
    expect(verified).toContain('events: all 10 agree with');
    const after = await serving(async (http) => {
      await logIn(http, 'user');
      await logIn(http, 'admin');
      return publicContent(http);
    }, cluster);
    expect(after).toEqual(before);
  });

  test('migrate copies nothing in a second run', async () => {
    const { serving, run, printed } = installation;
    await serving((http) => fill(http, 1));
    await run(['migrate'], cluster);
    await run(['migrate'], cluster);
    expect(outcomesIn(printed)).toEqual([
      'Events: 0 copied, 4 existing.',
      'Owners: 0 copied, 1 existing.',
      'Admins: 0 copied, 1 existing.',
      expect.stringMatching(/^Images: 0 copied, [1-9]\d* existing\.$/),
      'Views: all built already.',
      'Nothing left to copy.',
    ]);
  });

  test('a second migrate does not bring back an owner who was erased on the new site', async () => {
    const { serving, run, printed, dataDir } = installation;
    const imageOfAnother = imageName('a'.repeat(32));
    await serving((http) => fill(http, 1));
    await run(['migrate'], cluster);
    expect(await storedImages()).not.toEqual([]);
    await run(['erase', 'owner', owner.email, '--yes'], cluster);
    writeFileSync(join(dataDir, 'uploads', imageOfAnother), 'image');
    await run(['migrate'], cluster);
    expect(printed).toContain('Owners: 0 copied, 0 existing.');
    await expect(storedOwner()).rejects.toThrow(z.ZodError);
    expect(await storedImages()).toEqual([imageOfAnother]);
  });

  test('migrate to MongoDB alone copies accounts and images', async () => {
    const { serving, run } = installation;
    const alone = { MONGODB_URL: database.url };
    const before = await serving(async (http) => {
      await fill(http, 1);
      return publicContent(http);
    });
    await run(['migrate'], alone);
    expect(await serving(publicContent, alone)).toEqual(before);
    expect(peer.calls.append).toBe(0);
  });

  test('migrate to MongoDB copies a mail that waits, once', async () => {
    const { serving, run, dataDir } = installation;
    await serving(() => Promise.resolve());
    const accounts = openSqliteAccounts({ file: accountsFile(dataDir) });
    const [_id, account] = [randomUUID(), randomUUID()];
    const order = {
      kind: 'decision',
      account,
      about: 'a listing',
      orderedAt: new Date(1),
    } as const;
    await accounts.queueMail({ ...order, id: _id });
    await accounts.close();
    await run(['migrate'], { MONGODB_URL: database.url });
    await run(['migrate'], { MONGODB_URL: database.url });
    expect(await inDatabase((db) => db.collection('mails').find().toArray())).toEqual([
      { _id, ...order, attempts: 0, dueAt: new Date(1), failure: null },
    ]);
  });

  test('migrate keeps ended sessions, disabled accounts and the key of tokens', async () => {
    const { serving, run } = installation;
    const alone = { MONGODB_URL: database.url };
    await serving((http) => fill(http, 1));
    await run(['rotate-keys']);
    const [ended, valid] = await serving(async (http) => {
      const as = await logIn(http, 'user');
      await http.remove('/api/account/sessions', { as });
      return [as, await logIn(http, 'admin')];
    });
    await run(['disable-account', 'owner', owner.email]);
    await run(['migrate'], alone);
    await serving(async (http) => {
      expect((await http.get('/api/businesses', { as: ended })).status).toBe(401);
      expect((await http.get('/api/businesses', { as: valid })).status).toBe(200);
      const { email, password } = owner;
      expect((await http.post('/api/user/login', { email, password })).status).toBe(403);
    }, alone);
  });

  test('migrate re-encrypts IC numbers with the key of APP_SECRET', async () => {
    const { serving, run, dataDir, printed } = installation;
    const shared = { ...cluster, APP_SECRET: appSecret };
    await serving((http) => fill(http, 1));
    await run(['migrate'], shared);
    const { icNumberKey: key } = await loadSecrets({ dataDir, appSecret });
    const { id, encrypted } = await storedOwner();
    expect(decryptFor(id, encrypted, key)).toContain('5678');
    await serving((http) => logIn(http, 'user'), shared);
    expect(printed.join('\n')).not.toMatch(/5678|argon2|siti/i);
  });

  test('migrate without APP_SECRET leaves IC numbers encrypted with the key of the folder', async () => {
    const { serving, run, dataDir } = installation;
    await serving((http) => fill(http, 1));
    await run(['migrate'], cluster);
    const { icNumberKey: key } = await loadSecrets({ dataDir, appSecret: null });
    const { id, encrypted } = await storedOwner();
    expect(decryptFor(id, encrypted, key)).toContain('5678');
  });

  test('migrate refuses IC numbers that no key decrypts, before it writes anything', async () => {
    const { serving, run, dataDir } = installation;
    await serving((http) => fill(http, 1));
    const other = newInstallation();
    await other.serving(() => Promise.resolve());
    cpSync(join(other.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
    other.remove();
    expect(await failureOf(run(['migrate'], { MONGODB_URL: database.url }))).toMatch(
      /^The IC numbers of the accounts in .* were encrypted with keys that are missing/,
    );
    await expect(storedOwner()).rejects.toThrow(z.ZodError);
  });

  test('migrate refuses a database with accounts of another directory', async () => {
    const { serving, run, dataDir } = installation;
    await serving((http) => fill(http, 1));
    const other = newInstallation();
    await other.serving((http) => fill(http, 1), { APP_SECRET: appSecret });
    const alone = { MONGODB_URL: database.url, APP_SECRET: appSecret };
    await other.run(['migrate'], alone);
    other.remove();
    const sentence = await failureOf(run(['migrate', '--from', dataDir], alone));
    expect(sentence).toMatch(/^An owner with the same email address .* already exists/);
    expect(sentence).not.toContain(owner.email);
  });
});
