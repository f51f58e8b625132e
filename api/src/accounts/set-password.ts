import { newPassword } from '../contracts/accounts.ts';
import type { AccountStore } from './account-store.ts';
import { InvalidCredentials } from './create-admin.ts';
import { hashPassword } from './passwords.ts';

export const accountRoles = ['owner', 'admin'] as const;

/** An owner by e-mail address, or an admin by username; without regard to case. */
export type AccountName = { readonly role: (typeof accountRoles)[number]; readonly name: string };

/** Nobody has an account under this name. The message says so. */
class NoSuchAccount extends Error {
  override readonly name = 'NoSuchAccount';

  constructor({ role, name }: AccountName) {
    super(
      role === 'owner'
        ? `There is no owner with the e-mail address "${name}".`
        : `There is no admin with the username "${name}".`,
    );
  }
}

/**
 * Lets somebody log in with another password from now on. Who is logged in stays so until the token expires.
 *
 * @throws InvalidCredentials, with a sentence for the operator; NoSuchAccount; AccountsUnavailable
 */
export async function setPassword(
  accounts: AccountStore,
  account: AccountName,
  password: string,
): Promise<void> {
  const { success, data, error } = newPassword.safeParse(password);
  if (!success) throw new InvalidCredentials(error.issues.map(({ message }) => message).join(' '));
  const hash = await hashPassword(data);
  const isThere =
    account.role === 'owner'
      ? await accounts.setOwnerPassword(account.name, hash)
      : await accounts.setAdminPassword(account.name, hash);
  if (!isThere) throw new NoSuchAccount(account);
}
