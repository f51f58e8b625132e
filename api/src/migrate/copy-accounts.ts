import {
  EmailTaken,
  UsernameTaken,
  type AccountStore,
  type AdminLogin,
  type NewOwner,
} from '../accounts/account-store.ts';
import type { StoredAccounts } from '../accounts/sqlite-accounts.ts';
import { countMoved, type MoveCount } from './move-count.ts';

export type AccountsCopy = {
  readonly from: StoredAccounts;
  readonly to: AccountStore;
  /** Makes an IC number readable where it goes. */
  readonly reseal: (owner: NewOwner) => NewOwner;
};

/**
 * Copies accounts with their ids and password hashes. Those that are there already stay as they are.
 * @throws OtherAccounts, AccountsUnavailable
 */
export async function copyAccounts({
  from,
  to,
  reseal,
}: AccountsCopy): Promise<{ readonly owners: MoveCount; readonly admins: MoveCount }> {
  const owners = await countMoved(from.owners, (owner) => copyOwner(to, owner, reseal));
  const admins = await countMoved(from.admins, (admin) => copyAdmin(to, admin));
  return { owners, admins };
}

/** Somebody has an account there who does not come from here. */
class OtherAccounts extends Error {
  override readonly name = 'OtherAccounts';
}

async function copyOwner(to: AccountStore, owner: NewOwner, reseal: AccountsCopy['reseal']) {
  const there = await to.getOwnerByEmail(owner.email);
  if (there && (there.id !== owner.id || there.passwordHash !== owner.passwordHash))
    throw otherOwner();
  if (there) return 'already-there';
  try {
    await to.registerOwner(reseal(owner));
  } catch (error) {
    throw error instanceof EmailTaken ? otherOwner() : error;
  }
  return 'copied';
}

async function copyAdmin(to: AccountStore, admin: AdminLogin) {
  const there = await to.getAdminByUsername(admin.username);
  if (there && (there.id !== admin.id || there.passwordHash !== admin.passwordHash))
    throw otherAdmin(admin);
  if (there) return 'already-there';
  try {
    await to.createAdmin(admin);
  } catch (error) {
    throw error instanceof UsernameTaken ? otherAdmin(admin) : error;
  }
  return 'copied';
}

/** Whose address it is, concerns nobody who reads a terminal. */
function otherOwner(): OtherAccounts {
  return new OtherAccounts(
    'An owner with an e-mail address that is to be copied is there already, with another account or password: choose an empty database.',
  );
}

function otherAdmin({ username }: AdminLogin): OtherAccounts {
  return new OtherAccounts(
    `An admin "${username}" is there already, with another account or password: choose an empty database.`,
  );
}
