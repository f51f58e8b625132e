import type { KeyObject } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { OperatorError } from '@directory/projections/config';
import { decryptFor, encryptFor } from '../accounts/account-encryption.ts';
import {
  EmailTaken,
  initialState,
  UsernameTaken,
  type AccountState,
  type AccountStore,
  type StoredOwner,
} from '../accounts/account-store.ts';
import { secondFactorKey } from '../accounts/second-factor.ts';
import { loadSecrets, secretsFileIn } from '../accounts/secrets.ts';
import { endOfTime } from '../clock.ts';
import { isImageName, type ImageName, type ImageStore } from '../images/image-store.ts';

export type AccountsCopy = {
  readonly from: AccountStore;
  /** All owners of `from`. */
  readonly owners: readonly StoredOwner[];
  readonly to: AccountStore;
  readonly reencrypt: Reencrypt;
  /** Ids of owners who were erased in the target. */
  readonly erased: ReadonlySet<string>;
};

/** Encrypts a text of an account with the target's key for IC numbers, or with one derived from it. @throws OperatorError without the keys */
type Reencrypt = (id: string, encrypted: string, derive?: (key: KeyObject) => KeyObject) => string;

/**
 * Copies accounts with their ids, password hashes, second factors, ended sessions, mail settings and waiting mails. Existing accounts
 * stay unchanged, and what was changed, removed or erased in the target since an earlier run is not copied again.
 * @throws OperatorError where the target has other accounts, or some whose sessions were ended in the source since; AccountsUnavailable
 */
export async function copyAccounts({
  from,
  owners: allOwners,
  to,
  reencrypt,
  erased,
}: AccountsCopy): Promise<{ readonly owners: CopyCount; readonly admins: CopyCount }> {
  const found = await Promise.all([
    ...allOwners.map(({ id }) => from.getOwner(id)),
    ...(await from.findAdmins()).map(({ username }) => from.getAdminByUsername(username)),
  ]);
  const accounts = found.filter((account) => account !== null);
  await copyStates(from, to, new Map(accounts.map((account) => [account.id, account])));
  const allAdmins = accounts.filter((account) => 'username' in account);
  const gone = new Set([...erased, ...(await findRemoved(from, to, allAdmins))]);
  const remaining = allOwners.filter(({ id }) => !gone.has(id));
  const owners = await copyEach(remaining, async (owner) => {
    const existing = await to.getOwner(owner.id);
    const name = 'An owner with the same email address as one of these';
    return copyAccount(name, owner, existing, () => {
      const encryptedIcNumber = reencrypt(owner.id, owner.encryptedIcNumber);
      return to.registerOwner({ ...owner, encryptedIcNumber, icNumberHash: null });
    });
  });
  const remainingAdmins = allAdmins.filter(({ id }) => !gone.has(id));
  const admins = await copyEach(remainingAdmins, async ({ id, username, passwordHash }) => {
    const existing = await to.getAdminByUsername(username);
    return copyAccount(`An admin "${username}"`, { id }, existing, async () => {
      // The factor first: an admin who exists without one had it reset in the target.
      const factor = await from.getSecondFactor(id);
      if (factor) {
        const encryptedSecret = reencrypt(id, factor.encryptedSecret, secondFactorKey);
        await to.addSecondFactor(id, { ...factor, encryptedSecret });
      }
      await to.createAdmin({ id, username, passwordHash });
    });
  });
  const ids = accounts.map(({ id }) => id);
  const present = await to.findContacts(ids);
  for (const [account, contact] of await from.findContacts(ids))
    if (!present.has(account) && !gone.has(account)) await to.changeContact(account, contact);
  // A site that was started on the target has sent them since.
  if ((await to.getNotifierState()) === null)
    for (const mail of await from.findDueMails(endOfTime, Number.MAX_SAFE_INTEGER))
      if (!gone.has(mail.account)) await to.queueMail(mail);
  const salt = await from.getTokenSalt();
  if (salt !== null && (await to.getTokenSalt()) === null) await to.setTokenSalt(salt);
  return { owners, admins };
}

/**
 * Runs before the accounts are copied: an account that is there without a state had none when it was copied. Of accounts that were
 * removed only the version matters, so that their sessions stay ended.
 */
async function copyStates(
  from: AccountStore,
  to: AccountStore,
  accounts: ReadonlyMap<string, AccountState>,
): Promise<void> {
  const ended = await from.findSessionVersions(new Date(0));
  const versions = await to.findSessionVersions(new Date(0));
  for (const account of (await to.findNames([...ended.keys()])).keys())
    if ((versions.get(account) ?? 0) < (ended.get(account) ?? 0))
      throw new OperatorError(
        'The directory in the folder was used after an earlier run, and ended sessions of accounts that were copied then, as by a new password or an erasure: choose an empty database.',
      );
  for (const [id, sessionVersion] of ended) {
    const { isDisabled, mustChangePassword } = accounts.get(id) ?? initialState;
    await to.addState(id, { sessionVersion, isDisabled, mustChangePassword });
  }
}

/** The ids of admins who were removed in the target, which ended their sessions there. */
async function findRemoved(
  from: AccountStore,
  to: AccountStore,
  admins: readonly { readonly id: string }[],
): Promise<readonly string[]> {
  const ids = admins.map(({ id }) => id);
  const ended = await from.findSessionVersions(new Date(0));
  const versions = await to.findSessionVersions(new Date(0));
  const present = await to.findNames(ids);
  return ids.filter((id) => !present.has(id) && (versions.get(id) ?? 0) > (ended.get(id) ?? 0));
}

/** `name` is the account in the error, without personal data. */
async function copyAccount(
  name: string,
  { id }: { readonly id: string },
  existing: { readonly id: string } | null,
  create: () => Promise<void>,
) {
  if (existing?.id === id) return 'existing';
  const other = () =>
    new OperatorError(`${name} already exists with another account: choose an empty database.`);
  if (existing) throw other();
  try {
    await create();
  } catch (error) {
    throw error instanceof EmailTaken || error instanceof UsernameTaken ? other() : error;
  }
  return 'copied';
}

/**
 * The keys of the target site are those of APP_SECRET if it is set, else those of the source data folder; null if there are none yet.
 *
 * @throws OperatorError
 */
export async function loadKeys(from: string, appSecret: string | null) {
  const hasOwn = existsSync(secretsFileIn(from));
  const own = hasOwn ? await loadSecrets({ dataDir: from, appSecret: null }) : null;
  const derived = appSecret === null ? null : await loadSecrets({ dataDir: from, appSecret });
  const secrets = derived ?? own;
  const reencrypt: Reencrypt = (id, encrypted, derive = (key) => key) => {
    const key = secrets && derive(secrets.icNumberKey);
    if (key && decrypted(id, encrypted, key) !== null) return encrypted;
    const text = own && decrypted(id, encrypted, derive(own.icNumberKey));
    if (!key || text === null)
      throw new OperatorError(
        `The IC numbers of the accounts in ${from} were encrypted with keys that are missing: restore its secrets.json, or set the original APP_SECRET.`,
      );
    return encryptFor(id, text, key);
  };
  return { secrets, reencrypt };
}

function decrypted(id: string, encrypted: string, key: KeyObject): string | null {
  try {
    return decryptFor(id, encrypted, key);
  } catch {
    return null;
  }
}

export type ImagesCopy = {
  readonly names: readonly ImageName[];
  readonly from: Pick<ImageStore, 'get'>;
  readonly to: ImageStore;
  readonly onCopied?: (count: CopyCount) => void;
};

/** The images in a folder, sorted by name; none if there is no folder. */
export function imagesIn(folder: string): readonly ImageName[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { encoding: 'utf8' }).filter(isImageName).sort();
}

/**
 * Copies images one at a time, so that only one is in memory. Existing ones are compared.
 * @throws OperatorError where one differs; ImagesUnavailable
 */
export function copyImages({ names, from, to, onCopied }: ImagesCopy): Promise<CopyCount> {
  const copyOne = async (name: ImageName) => {
    const bytes = await from.get(name);
    if (!bytes) return 'existing';
    const existing = await to.get(name);
    // Names are hashes of the content.
    if (existing && !Buffer.from(bytes).equals(existing))
      throw new OperatorError(
        `The image ${name} already exists with different content: one of the two is damaged.`,
      );
    if (existing) return 'existing';
    await to.save(name, bytes);
    return 'copied';
  };
  return copyEach(names, copyOne, onCopied);
}

export type CopyCount = { readonly copied: number; readonly existing: number };

async function copyEach<Item>(
  items: Iterable<Item>,
  copyOne: (item: Item) => Promise<'copied' | 'existing'>,
  onDone: (count: CopyCount) => void = () => undefined,
): Promise<CopyCount> {
  const count = { copied: 0, existing: 0 };
  for (const item of items) {
    count[await copyOne(item)] += 1;
    onDone(count);
  }
  return count;
}
