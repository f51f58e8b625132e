import { startGrpcPeer, type GrpcPeer } from '@directory/domain/event-store/eventstoredb/testing';
import { describeOnServer } from '@directory/domain/testing/servers';
import { newMongoDatabase, type MongoDatabase } from '@directory/projections/testing/mongodb';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { decryptIcNumber } from '../accounts/register-owner.ts';
import { loadSecrets } from '../accounts/secrets.ts';
import { formatError } from '../cli.ts';
import type { HttpClient } from '../testing/http-client.ts';
import { fill, logIn, newInstallation, owner, type Installation } from '../testing/installation.ts';
import { verifyCopy } from '../testing/verify-copy.ts';

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

  /** What everybody sees, and one of the photographs. */
  const seen = async (http: HttpClient) => {
    const list = (await http.get('/api/businesses/approved')).text;
    const [, image = ''] = /(\/uploads\/[\da-f]+\.webp)/.exec(list) ?? [];
    return { list, image: (await http.get(image)).text };
  };

  async function sealedOwner(): Promise<{ readonly id: string; readonly sealed: string }> {
    const client = new MongoClient(database.url);
    try {
      const found = await client
        .db(new URL(database.url).pathname.slice(1))
        .collection('owners')
        .findOne();
      return z
        .object({ _id: z.string(), sealedIcNumber: z.string() })
        .transform(({ _id: id, sealedIcNumber: sealed }) => ({ id, sealed }))
        .parse(found);
    } finally {
      await client.close();
    }
  }

  test('the whole directory moves: lists, photographs, visits and logins', async () => {
    const { serving, run, printed, dataDir } = installation;
    const before = await serving(async (http) => {
      await fill(http, 3);
      return seen(http);
    });
    expect(before.image).not.toBe('');
    await run(['migrate'], cluster);
    expect(printed.slice(-6)).toEqual([
      'Events: 10 copied, 0 there already.',
      'Owners: 1 copied, 0 there already.',
      'Admins: 1 copied, 0 there already.',
      expect.stringMatching(/^Images: [1-9]\d* copied, 0 there already\.$/),
      expect.stringMatching(/^Views: built listings, /),
      'Everything is copied.',
    ]);
    const verified = await verifyCopy({ ...cluster, DATA_DIR: dataDir }, dataDir);
    expect(verified).toContain('events: all 10 agree with');
    const after = await serving(async (http) => {
      await logIn(http, 'user');
      await logIn(http, 'admin');
      return seen(http);
    }, cluster);
    expect(after).toEqual(before);
  });

  test('a second run copies nothing and says so', async () => {
    const { serving, run, printed } = installation;
    await serving((http) => fill(http, 1));
    await run(['migrate'], cluster);
    await run(['migrate'], cluster);
    expect(printed.slice(-6)).toEqual([
      'Events: 0 copied, 4 there already.',
      'Owners: 0 copied, 1 there already.',
      'Admins: 0 copied, 1 there already.',
      expect.stringMatching(/^Images: 0 copied, [1-9]\d* there already\.$/),
      'Views: all were built already.',
      'Nothing was left to copy.',
    ]);
  });

  test('accounts and images can move alone', async () => {
    const { serving, run } = installation;
    const alone = { MONGODB_URL: database.url };
    const before = await serving(async (http) => {
      await fill(http, 1);
      return seen(http);
    });
    await run(['migrate'], alone);
    expect(await serving(seen, alone)).toEqual(before);
    expect(peer.calls.append).toBe(0);
  });

  test('IC numbers are sealed for the secret that the servers share', async () => {
    const { serving, run, dataDir, printed } = installation;
    const shared = { ...cluster, APP_SECRET: appSecret };
    await serving((http) => fill(http, 1));
    await run(['migrate'], shared);
    const { icNumberKey: key } = await loadSecrets({ dataDir, appSecret });
    const { id, sealed } = await sealedOwner();
    expect(decryptIcNumber(sealed, key, id)).toContain('5678');
    await serving((http) => logIn(http, 'user'), shared);
    expect(printed.join('\n')).not.toMatch(/5678|argon2|siti/i);
  });

  test('without that secret they stay as they are, for the keys of the folder', async () => {
    const { serving, run, dataDir } = installation;
    await serving((http) => fill(http, 1));
    await run(['migrate'], cluster);
    const { icNumberKey: key } = await loadSecrets({ dataDir, appSecret: null });
    const { id, sealed } = await sealedOwner();
    expect(decryptIcNumber(sealed, key, id)).toContain('5678');
  });

  test('IC numbers that no key opens are refused before anything is written', async () => {
    const { serving, run, dataDir } = installation;
    await serving((http) => fill(http, 1));
    const other = newInstallation();
    await other.serving(() => Promise.resolve());
    cpSync(join(other.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
    other.remove();
    expect(await failureOf(run(['migrate'], { MONGODB_URL: database.url }))).toMatch(
      /^The IC numbers of the accounts in .* were sealed with keys that are not there/,
    );
    await expect(sealedOwner()).rejects.toThrow(z.ZodError);
  });

  test('accounts of another directory are refused', async () => {
    const { serving, run, dataDir } = installation;
    await serving((http) => fill(http, 1));
    const other = newInstallation();
    await other.serving((http) => fill(http, 1), { APP_SECRET: appSecret });
    const alone = { MONGODB_URL: database.url, APP_SECRET: appSecret };
    await other.run(['migrate'], alone);
    other.remove();
    const sentence = await failureOf(run(['migrate', '--from', dataDir], alone));
    expect(sentence).toMatch(/^An owner with an e-mail address .* is there already/);
    expect(sentence).not.toContain(owner.email);
  });
});
