import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  businessStream,
  commandHandler,
  parseBusinessId,
  type BusinessDetails,
  type DirectoryLog,
} from '@directory/domain';
import { directoryViews } from '@directory/projections';
import { createProgram } from '@directory/projections/cli';
import { openLog, openViewStore } from '@directory/projections/stores';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { completeDetails } from '@directory/domain/testing';
import { ulid } from 'ulid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isImageName } from '../images/image-store.ts';
import { loginFile } from './generated-logins.ts';
import { openSqliteAccounts } from './sqlite/sqlite-accounts.ts';
import { fill, logIn, newInstallation, owner, type Installation } from '../testing/installation.ts';

let installation: Installation;
beforeEach(() => {
  installation = newInstallation();
});
afterEach(() => {
  installation.remove();
});

const personal = [owner.email, owner.phone, '012-3456789', 'wanjo@example.com', 'since 1963'];

function traces(): readonly string[] {
  const { dataDir } = installation;
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dataDir, name)).isFile())
    .filter((name) => {
      const content = readFileSync(join(dataDir, name));
      return personal.some((value) => content.includes(value));
    });
}

async function verify(): Promise<string> {
  let report = '';
  const output = { write: (text: string) => void (report += text), isTerminal: false };
  const environment = { DATA_DIR: installation.dataDir };
  await createProgram(environment, output).parseAsync(['verify'], { from: 'user' });
  return report;
}

const erase = (...more: string[]) => installation.run(['erase', 'owner', owner.email, ...more]);

/** Leaves it as a process does that ends at once. */
async function beginErasure(): Promise<void> {
  const { dataDir } = installation;
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  const [first] = await log.ownerKeys.all();
  await log.ownerKeys.beginErasure(first?.owner ?? '', 'delete');
  await log.close();
}

test('erase owner without --yes prints what would be erased and erases nothing', async () => {
  await installation.serving((http) => fill(http, 2));
  await erase();
  expect(installation.printed.at(-1)).toBe(
    'This would erase the account, the key of its personal data, 3 listings and 1 photograph. It cannot be undone: to do it, add --yes.',
  );
  await installation.serving(async (http) => {
    expect(await logIn(http, 'user')).toBeDefined();
  });
});

test('erase owner --listings keep without --yes prints that the listings would stay', async () => {
  await installation.serving((http) => fill(http, 2));
  await erase('--listings', 'keep');
  expect(installation.printed.at(-1)).toBe(
    'This would erase the account, the key of its personal data and 1 photograph. 3 listings would stay, without owner, contact, texts and photograph. It cannot be undone: to do it, add --yes.',
  );
});

test('the choice of an erasure that was interrupted is named, and stays', async () => {
  await installation.serving((http) => fill(http, 1));
  await beginErasure();
  await erase('--listings', 'keep');
  expect(installation.printed.at(-1)).toContain('2 listings and 1 photograph');
  await erase('--yes', '--listings', 'keep');
  expect(installation.printed).toContain('2 listings erased.');
});

test('erase owner erases account, listings and photographs, and prints what', async () => {
  await installation.serving((http) => fill(http, 2));
  writeFileSync(join(installation.dataDir, 'events.format-1.db'), 'wanjo@example.com');
  writeFileSync(join(installation.dataDir, 'views.db.damaged-2026-03-01'), 'wanjo@example.com');
  writeFileSync(loginFile(installation.dataDir, 'owner'), `E-mail: ${owner.email}\n`);
  await erase('--yes');
  expect(installation.printed.slice(-7)).toEqual([
    'Erased: the account and the key of its personal data.',
    '3 listings erased.',
    '3 events: the personal data in them are unreadable.',
    '1 photograph removed.',
    'Removed events.format-1.db, which held personal data in the clear.',
    'Removed views.db.damaged-2026-03-01, which held personal data in the clear.',
    'Left: backups of the accounts (they hold the key), of the views and of the photographs; see docs/privacy.md.',
  ]);
  expect(traces()).toEqual([]);
  expect(readdirSync(join(installation.dataDir, 'uploads'))).toEqual([]);
  expect(await verify()).toContain('all 3 histories are whole');
  await expect(erase('--yes')).rejects.toThrow('There is no owner with the email address');
});

test('erase owner that fails on its way says that it is not complete, and completes when repeated', async () => {
  await installation.serving((http) => fill(http, 1));
  // Not a file, so that it cannot be removed like one.
  const mail = join(installation.dataDir, 'outbox', `mail.${await idOfFirstOwner()}.eml`);
  mkdirSync(mail, { recursive: true });
  await expect(erase('--yes')).rejects.toThrow(mail);
  expect(installation.printed.at(-1)).toBe(
    'The erasure has begun and is not complete: run the same command again. A start of the directory completes it, too.',
  );
  rmSync(mail, { recursive: true });
  await erase('--yes');
  expect(installation.printed).toContain('2 listings erased.');
  expect(traces()).toEqual([]);
});

async function submit(log: DirectoryLog, ownerId: string, given: Partial<BusinessDetails> = {}) {
  const businessId = parseBusinessId(ulid());
  await commandHandler(log)(
    { type: 'SubmitBusiness', businessId, ownerId, details: completeDetails(given) },
    {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      actor: { id: ownerId, role: 'user' },
      time: new Date().toISOString(),
    },
  );
  return businessId;
}

async function idOfFirstOwner(): Promise<string> {
  const { dataDir } = installation;
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  const [key] = await log.ownerKeys.all();
  await log.close();
  if (!key) throw new Error('there is no owner');
  return key.owner;
}

test('an owner whose account and key were lost is erased by id, and the others are read again', async () => {
  await installation.serving((http) => fill(http, 1));
  const file = join(installation.dataDir, 'accounts.db');
  const lost = await idOfFirstOwner();
  const accounts = new BetterSqlite3(file);
  accounts.exec('DELETE FROM owner_keys; DELETE FROM owners');
  accounts.close();
  await expect(verify()).rejects.toThrow('Keys of owners are missing.');
  const eraseById = (...more: string[]) => installation.run(['erase', 'owner', lost, ...more]);
  await expect(eraseById('--yes', '--listings', 'keep')).rejects.toThrow(
    'leave out --listings keep',
  );
  await eraseById();
  expect(installation.printed.at(-2)).toBe(
    `In ${file} there is no account and no key of this owner: DATA_DIR may be wrong, or a backup may have what is missing.`,
  );
  await eraseById('--yes');
  expect(installation.printed).toContain('2 listings erased.');
  expect(await verify()).toContain('all 2 histories are whole');
});

test('several owners whose keys were lost are erased at once, and the views follow', async () => {
  await installation.serving((http) => fill(http, 1));
  const { dataDir } = installation;
  const first = await idOfFirstOwner();
  const second = randomUUID();
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  await submit(log, second);
  await log.close();
  const accounts = new BetterSqlite3(join(dataDir, 'accounts.db'));
  accounts.exec('DELETE FROM owner_keys');
  accounts.close();
  const eraseAll = (...more: string[]) => installation.run(['erase', 'owner', ...more, '--yes']);
  await expect(eraseAll(first, second, 'nobody')).rejects.toThrow('no owner');
  await expect(verify()).rejects.toThrow('Keys of owners are missing.');
  await eraseAll(first, second);
  const { printed } = installation;
  expect(printed.filter((line) => line.endsWith('erased.'))).toEqual([
    `${first}: 2 listings erased.`,
    `${second}: 1 listing erased.`,
  ]);
  expect(printed.join()).not.toContain('Some views are paused or behind');
  expect(await verify()).toContain('all 3 histories are whole');
});

test('erase owner says where a view is paused, which drops the data later', async () => {
  await installation.serving(async (http) => {
    await fill(http, 0);
    const as = await logIn(http, 'admin');
    await http.post('/api/operations/views/listings/pause', undefined, { as });
  });
  await erase('--yes');
  expect(installation.printed).toContain(
    'Some views are paused or behind: they drop the data when they catch up.',
  );
});

const other = { ...owner, email: 'ahmad@example.com', icNumber: '900202-14-5678' };

const fillWithOther = () =>
  installation.serving(async (http) => {
    await fill(http, 0);
    await http.post('/api/user/register', { ...other, confirmPassword: other.password });
  });

test('sessions of all owners end before the first of them is erased', async () => {
  await fillWithOther();
  const file = join(installation.dataDir, 'accounts.db');
  const db = new BetterSqlite3(file);
  db.exec("CREATE TRIGGER stop BEFORE UPDATE ON owners BEGIN SELECT RAISE(ABORT, 'stopped'); END");
  db.close();
  await expect(erase(other.email, '--yes')).rejects.toThrow();
  const accounts = openSqliteAccounts({ file });
  const ended = await accounts.findSessionVersions(new Date(0));
  const found = await accounts.getOwnerByEmail(other.email);
  await accounts.close();
  expect(ended.has(found?.id ?? '')).toBe(true);
});

test('an interrupted command is repeated as it was, and names who is no longer known', async () => {
  await fillWithOther();
  const db = new BetterSqlite3(join(installation.dataDir, 'accounts.db'));
  db.exec(`CREATE TRIGGER stop BEFORE UPDATE ON owners WHEN OLD.email = '${other.email}'
    BEGIN SELECT RAISE(ABORT, 'stopped'); END`);
  await expect(erase(other.email, '--yes')).rejects.toThrow('stopped');
  db.exec('DROP TRIGGER stop');
  db.close();
  const unknown = `There is no owner with the email address "${owner.email}".`;
  await expect(erase(other.email)).rejects.toThrow(unknown);
  await expect(erase(other.email, '--yes')).rejects.toThrow(unknown);
  expect(traces()).toEqual([]);
  const both = `There is no owner with the email address "${owner.email}", "${other.email}".`;
  await expect(erase(other.email, '--yes')).rejects.toThrow(both);
});

test('erase owner names the id of an interrupted erasure whose account has no address any more', async () => {
  await installation.serving((http) => fill(http, 1));
  const id = await idOfFirstOwner();
  const db = new BetterSqlite3(join(installation.dataDir, 'accounts.db'));
  db.exec("CREATE TRIGGER stop BEFORE DELETE ON owners BEGIN SELECT RAISE(ABORT, 'stopped'); END");
  await expect(erase('--yes')).rejects.toThrow('stopped');
  db.exec('DROP TRIGGER stop');
  db.close();
  await expect(erase('--yes')).rejects.toThrow(
    `There is no owner with the email address "${owner.email}". An erasure has begun and is not complete: run "erase owner ${id} --yes" or start the directory.`,
  );
  await installation.run(['erase', 'owner', id, '--yes']);
  expect(installation.printed).toContain('Erased: the account and the key of its personal data.');
  await expect(erase('--yes')).rejects.toThrow(/"\.$/);
  expect(traces()).toEqual([]);
});

test('an owner is erased by id with the account that is there', async () => {
  await installation.serving((http) => fill(http, 1));
  const id = await idOfFirstOwner();
  await installation.run(['erase', 'owner', id, '--yes', '--listings', 'keep']);
  expect(installation.printed.join()).not.toContain('may be wrong');
  expect(traces()).toEqual([]);
});

test('erase owner --listings keep leaves the listings without an owner', async () => {
  await installation.serving((http) => fill(http, 1));
  await erase('--yes', '--listings', 'keep');
  expect(installation.printed).toContain(
    '2 listings kept, without owner, contact, texts and photograph.',
  );
  expect(traces()).toEqual([]);
  await installation.serving(async (http) => {
    expect((await http.get('/api/businesses/approved')).json).toMatchObject([
      { businessName: 'Warung 0', phone: null, imagePath: null },
    ]);
  });
});

test('erase owner leaves nothing in views whose rebuild was interrupted', async () => {
  await installation.serving((http) => fill(http, 1));
  const { dataDir } = installation;
  const store = await openViewStore({ dataDir, mongodbUrl: null }, () => undefined);
  const { listings } = directoryViews('Asia/Kuala_Lumpur');
  const [live] = (await store.generations()).filter(({ view }) => view === listings.name);
  const documents = await store.scan(live?.id ?? '', { after: '', limit: 1 });
  const begun = await store.begin(listings);
  const half = documents.map(({ id, position, doc }) => ({ id, from: null, to: position, doc }));
  await store.commit([{ ...begun, generation: begun.id, documents: half, quarantined: [] }]);
  await store.lease({ name: `build ${begun.id}`, holder: 'killed', ttlMs: 600_000 });
  await store.close();
  await erase('--yes');
  expect(traces()).toEqual([]);
  await installation.serving(async () => {
    await expect.poll(verify).toContain('listings: 2 documents agree with the log.');
  });
});

test('erase owner removes the scratch views of a verify that was killed', async () => {
  await installation.serving((http) => fill(http, 1));
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  const left = mkdtempSync(join(tmpdir(), `scratch-views-${pid}-`));
  await erase('--yes');
  expect(existsSync(left)).toBe(false);
});

test('erase owner while the site runs takes effect there, for tokens within ten seconds', async () => {
  await installation.serving(async (http) => {
    await fill(http, 1);
    const { token } = await logIn(http, 'user');
    await erase('--yes');
    expect((await http.get('/api/businesses/approved')).json).toEqual([]);
    const headers = { Authorization: `Bearer ${token}` };
    const summary = () => http.get('/api/businesses/summary/me', { headers });
    const isRefused = async () => (await summary()).status === 401;
    await vi.waitUntil(isRefused, { timeout: 10_000, interval: 200 });
  });
  expect(traces()).toEqual([]);
});

test('a start completes an erasure that was interrupted', async () => {
  await installation.serving((http) => fill(http, 1));
  await beginErasure();
  await installation.serving(async (http) => {
    await expect
      .poll(async () => (await http.get('/api/businesses/approved')).json, { timeout: 30_000 })
      .toEqual([]);
    await expect.poll(traces, { timeout: 30_000 }).toEqual([]);
  });
});

test('a start erases what was submitted while the account was erased', async () => {
  await installation.serving((http) => fill(http, 1));
  const { dataDir } = installation;
  const open = () => openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  const uploads = join(dataDir, 'uploads');
  const names = readdirSync(uploads);
  const [photograph = ''] = names.filter((name) => isImageName(name) && !name.includes('-'));
  const bytes = readFileSync(join(uploads, photograph));
  await erase('--yes');
  const log = await open();
  const [account] = await log.ownerKeys.all();
  const ownerId = account?.owner ?? '';
  const businessId = await submit(log, ownerId, { imagePath: photograph });
  await log.close();
  writeFileSync(join(uploads, photograph), bytes);
  await installation.serving(async () => {
    await expect.poll(() => readdirSync(uploads), { timeout: 30_000 }).toEqual([]);
  });
  const after = await open();
  const history = await after.readStream(businessStream(businessId));
  expect(history.map(({ type }) => type)).toEqual(['BusinessSubmitted', 'OwnerErased']);
  await after.close();
  expect(await verify()).toContain('all 3 histories are whole');
});
