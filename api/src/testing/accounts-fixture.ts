import { randomUUID } from 'node:crypto';
import type { AccountStore, NewOwner } from '../accounts/account-store.ts';
import type { MailOrder } from '../accounts/mail-store.ts';

/** A store of an account database that was empty before each test, and others of the same one. */
export type AccountsFixture = {
  store: AccountStore;
  readonly open: () => Promise<AccountStore>;
};

export const ownerNamed = (name: string) => ({ role: 'owner', name }) as const;
export const adminNamed = (name: string) => ({ role: 'admin', name }) as const;
export const newPassword = (passwordHash: string) => ({ passwordHash, mustChange: false });

export async function createAdmins(store: AccountStore, ...usernames: string[]) {
  const admins = usernames.map((username) => ({
    id: randomUUID(),
    username,
    passwordHash: 'hash',
  }));
  for (const admin of admins) await store.createAdmin(admin);
  return admins;
}

export function anOwner(changes: Partial<NewOwner> = {}): NewOwner {
  return {
    id: randomUUID(),
    fullName: 'Siti Aminah',
    phone: '012-3456789',
    email: 'siti@example.com',
    passwordHash: '$argon2id$a-hash',
    encryptedIcNumber: 'encrypted-ic-number',
    icNumberHash: null,
    ...changes,
  };
}

export function anOrder(ms: number): MailOrder {
  const [id, account] = [randomUUID(), randomUUID()];
  return { id, kind: 'decision', account, about: 'a listing', orderedAt: new Date(ms) };
}
