import type { AccountState, AccountStateStore } from './account-state-store.ts';
import type { MailStore } from './mail-store.ts';
import type { FailureStore } from './failure-store.ts';
import type { OutcomeStore } from './outcome-store.ts';
import type { SecondFactorStore } from './second-factor-store.ts';

/**
 * The port to the accounts of owners and admins. They are not event-sourced, so that they can be erased. What commands came to that
 * appended nothing is stored beside them, and so are which of their sessions were ended, the mails to them and the second factors of
 * admins. Every adapter passes `contract.suite.ts`. E-mail addresses and usernames are case-insensitive and stored in lower case.
 *
 * Every method throws AccountsUnavailable when the store is unreachable.
 */
export interface AccountStore
  extends OutcomeStore, AccountStateStore, FailureStore, MailStore, SecondFactorStore {
  /**
   * Resolves once the owner is on disk.
   * @throws EmailTaken, IcNumberTaken: nothing was stored.
   */
  registerOwner(owner: NewOwner): Promise<void>;
  /** Stores the hashes of owners that have none. Those that share a number keep their accounts. */
  hashIcNumbers(hashOf: HashIcNumber): Promise<void>;
  getOwner(id: string): Promise<Owner | null>;
  getOwnerByEmail(email: string): Promise<(OwnerLogin & AccountState) | null>;
  /** With what was remembered of the owner's commands, and the mails to the owner. Resolves once no file holds it, also if there is no such owner. */
  eraseOwner(id: string): Promise<void>;
  /** Ends the owner's sessions. Resolves to true once it is on disk; to false, with nothing changed, if there is no such owner. */
  setOwnerPassword(email: string, password: NewPassword): Promise<boolean>;

  /**
   * Resolves once the admin is on disk.
   * @throws UsernameTaken: nothing was stored.
   */
  createAdmin(admin: AdminLogin): Promise<void>;
  getAdminByUsername(username: string): Promise<(AdminLogin & AccountState) | null>;
  /** Ends the admin's sessions. Resolves to true once it is on disk; to false, with nothing changed, if there is no such admin. */
  setAdminPassword(username: string, password: NewPassword): Promise<boolean>;
  /** With the mails to the admin, whose sessions it ends. Resolves to true once it is on disk; to false if there is no such admin. */
  removeAdmin(username: string): Promise<boolean>;
  /** Those that are disabled included. */
  countAdmins(): Promise<number>;
  /** By username. */
  findAdmins(): Promise<readonly AdminName[]>;
  /** Whether somebody else can log in as admin. */
  hasOtherAdmin(username: string): Promise<boolean>;

  /** Stores the fingerprint of the key that encrypts IC numbers, unless one is stored already. Returns the stored one. */
  registerKeyFingerprint(fingerprint: string): Promise<string>;

  /** Full names of owners and usernames of admins by id. Ids without an account are left out. */
  findNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;

  ping(): Promise<void>;
  close(): Promise<void>;
}

export type Owner = {
  /** A UUID. */
  readonly id: string;
  readonly fullName: string;
  readonly phone: string;
  readonly email: string;
};

type OwnerLogin = Owner & { readonly passwordHash: string };

/** The IC number is encrypted before the store sees it, and no method returns it. */
export type StoredOwner = OwnerLogin & { readonly encryptedIcNumber: string };

export type NewOwner = StoredOwner & {
  /** Under a key that the store does not have: no other owner may have the same. Null to leave it to `hashIcNumbers`. */
  readonly icNumberHash: string | null;
};

/** Null where the number cannot be read. */
export type HashIcNumber = (owner: Pick<StoredOwner, 'id' | 'encryptedIcNumber'>) => string | null;

export type AdminName = Pick<AdminLogin, 'id' | 'username'>;

export type AdminLogin = {
  /** A UUID. */
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string;
};

export type NewPassword = {
  readonly passwordHash: string;
  /** Of one that was made up for the account. */
  readonly mustChange: boolean;
};

/** The form in which e-mail addresses and usernames are stored and looked up. */
export function normalizeForLookup(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}

export class IcNumberTaken extends Error {
  override readonly name = 'IcNumberTaken';
}

export class UsernameTaken extends Error {
  override readonly name = 'UsernameTaken';
}

export class AccountsUnavailable extends Error {
  override readonly name = 'AccountsUnavailable';
}
