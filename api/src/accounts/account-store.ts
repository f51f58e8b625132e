/**
 * The port to the accounts of owners and admins. They are no part of the event log, so that they can be erased. Every adapter
 * keeps each promise below; `contract.suite.ts` holds them to it. E-mail addresses and usernames are compared without regard
 * to case and kept in lower case.
 *
 * Every method throws AccountsUnavailable when the store cannot be reached.
 */
export interface AccountStore {
  /**
   * Resolves once the owner is on disk.
   * @throws EmailTaken: nothing was stored.
   */
  registerOwner(owner: NewOwner): Promise<void>;
  getOwner(id: string): Promise<Owner | null>;
  getOwnerByEmail(email: string): Promise<OwnerLogin | null>;
  /** Resolves once it is on disk; to false, with nothing changed, where there is no such owner. */
  setOwnerPassword(email: string, passwordHash: string): Promise<boolean>;

  /**
   * Resolves once the admin is on disk.
   * @throws UsernameTaken: nothing was stored.
   */
  createAdmin(admin: AdminLogin): Promise<void>;
  getAdminByUsername(username: string): Promise<AdminLogin | null>;
  /** Resolves once it is on disk; to false, with nothing changed, where there is no such admin. */
  setAdminPassword(username: string, passwordHash: string): Promise<boolean>;
  countAdmins(): Promise<number>;

  /**
   * Remembers by which key the IC numbers are sealed, as a text that tells one key from another and nothing else. Returns what
   * was remembered first.
   */
  rememberSeal(fingerprint: string): Promise<string>;

  /** What owners are called and as whom admins log in, by id, for as many ids as are given. Whose account is gone is left out. */
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

/** The IC number goes in and never comes out: no method returns it, and the store sees it sealed only. */
export type NewOwner = OwnerLogin & { readonly sealedIcNumber: string };

export type AdminLogin = {
  /** A UUID. */
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string;
};

/** The form in which e-mail addresses and usernames are kept and looked up. */
export function normalizeForLookup(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}

export class UsernameTaken extends Error {
  override readonly name = 'UsernameTaken';
}

export class AccountsUnavailable extends Error {
  override readonly name = 'AccountsUnavailable';
}
