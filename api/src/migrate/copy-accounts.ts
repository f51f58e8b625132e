import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  EmailTaken,
  UsernameTaken,
  type AccountStore,
  type NewOwner,
} from '../accounts/account-store.ts';
import { decryptIcNumber, encryptIcNumber } from '../accounts/register-owner.ts';
import { loadSecrets, secretsFileIn, type Secrets } from '../accounts/secrets.ts';
import type { StoredAccounts } from '../accounts/sqlite-accounts.ts';
import { copyEach, type CopyCount } from './copy-images.ts';

export type AccountsCopy = {
  readonly from: StoredAccounts;
  readonly to: AccountStore;
  /** Encrypts the IC number with the key of the target. */
  readonly reencrypt: (owner: NewOwner) => NewOwner;
};

/**
 * Copies accounts with their ids, password hashes, ended sessions and what is to be mailed to them. Existing ones stay unchanged.
 * @throws OtherAccounts, AccountsUnavailable
 */
export async function copyAccounts({
  from,
  to,
  reencrypt,
}: AccountsCopy): Promise<{ readonly owners: CopyCount; readonly admins: CopyCount }> {
  const owners = await copyEach(from.owners, async (owner) => {
    const existing = await to.getOwnerByEmail(owner.email);
    const name = 'An owner with the same e-mail address as one of these';
    return copyAccount(name, owner, existing, () => to.registerOwner(reencrypt(owner)));
  });
  const admins = await copyEach(from.admins, async (admin) => {
    const existing = await to.getAdminByUsername(admin.username);
    return copyAccount(`An admin "${admin.username}"`, admin, existing, () =>
      to.createAdmin(admin),
    );
  });
  for (const [account, state] of from.states) await to.addState(account, state);
  for (const [account, contact] of from.contacts) await to.changeContact(account, contact);
  if (from.tokenSalt !== null) await to.setTokenSalt(from.tokenSalt);
  return { owners, admins };
}

/** The target has an account that is not from this installation. */
class OtherAccounts extends Error {
  override readonly name = 'OtherAccounts';
}

type Account = { readonly id: string; readonly passwordHash: string };

/** `name` is the account in the error, without personal data. */
async function copyAccount(
  name: string,
  account: Account,
  existing: Account | null,
  create: () => Promise<void>,
) {
  if (existing?.id === account.id && existing.passwordHash === account.passwordHash)
    return 'existing';
  const other = () =>
    new OtherAccounts(
      `${name} exists already, with another account or password: choose an empty database.`,
    );
  if (existing) throw other();
  try {
    await create();
  } catch (error) {
    throw error instanceof EmailTaken || error instanceof UsernameTaken ? other() : error;
  }
  return 'copied';
}

type Keys = {
  /** Of the target site; null if there are none yet. */
  readonly secrets: Secrets | null;
  /** The owner with an IC number that those keys decrypt. @throws KeysMissing */
  readonly reencrypt: (owner: NewOwner) => NewOwner;
};

/**
 * The keys of the target site are those of APP_SECRET if it is set, else those of the source data folder.
 *
 * @throws SecretsDamaged
 */
export async function loadKeys(from: string, appSecret: string | null): Promise<Keys> {
  const hasOwn = existsSync(secretsFileIn(from));
  const own = hasOwn ? await loadSecrets({ dataDir: from, appSecret: null }) : null;
  const derived = appSecret === null ? null : await loadSecrets({ dataDir: from, appSecret });
  const secrets = derived ?? own;
  return {
    secrets,
    reencrypt: (owner) => {
      if (secrets && decrypted(owner, secrets.icNumberKey) !== null) return owner;
      const icNumber = own && decrypted(owner, own.icNumberKey);
      if (!secrets || icNumber === null) throw new KeysMissing(from);
      const encryptedIcNumber = encryptIcNumber(icNumber, secrets.icNumberKey, owner.id);
      return { ...owner, encryptedIcNumber };
    },
  };
}

/** The keys that encrypted the IC numbers are missing. */
class KeysMissing extends Error {
  override readonly name = 'KeysMissing';

  constructor(folder: string) {
    super(
      `The IC numbers of the accounts in ${folder} were encrypted with keys that are missing: restore its secrets.json, or set the original APP_SECRET.`,
    );
  }
}

function decrypted({ id, encryptedIcNumber }: NewOwner, key: KeyObject): string | null {
  try {
    return decryptIcNumber(encryptedIcNumber, key, id);
  } catch {
    return null;
  }
}
