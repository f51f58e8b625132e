import { isRejectionCode } from '@directory/domain';
import { Outage } from '@directory/domain/event-store';
import { NamedError } from '@directory/domain/shared/unknown';
import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';
import * as z from 'zod';
import type { MailOrder, MailStore } from './mail-store.ts';

/**
 * The port to the accounts of owners and admins. They are not event-sourced, so that they can be erased. Beside them are stored the
 * outcomes of commands that appended nothing, which sessions were ended, the mails to accounts, and the second factors of admins.
 * Every adapter passes the suites in `contract`. Email addresses and usernames are case-insensitive and stored in lower case.
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
  /** Stores the hashes of owners who have none. Owners who share a number keep their accounts. */
  hashIcNumbers(hashOf: HashIcNumber): Promise<void>;
  getOwner(id: string): Promise<OwnerWithState | null>;
  getOwnerByEmail(email: string): Promise<OwnerWithState | null>;
  /** Resolves to true once it is on disk; to false if there is no such owner (any more). */
  changeOwner(id: string, profile: Pick<Owner, 'fullName' | 'phone'>): Promise<boolean>;
  /**
   * Confirms the owner's address, or another one that replaces it: the account's password link and unsent mails to another address
   * are then void, and the notice is queued. Resolves to true once it is on disk; to false if the owner has neither address (any more):
   * of concurrent changes one succeeds.
   * @throws EmailTaken: the owner keeps the present address.
   */
  verifyOwnerEmail(id: string, change: EmailChange): Promise<boolean>;
  countOwners(): Promise<number>;
  /** Erases the account with all that is stored beside it but its state. Resolves once no file holds it, also without such an owner. */
  eraseOwner(id: string): Promise<void>;

  /**
   * Resolves once the admin is on disk.
   * @throws UsernameTaken: nothing was stored.
   */
  createAdmin(admin: AdminLogin): Promise<void>;
  getAdminByUsername(username: string): Promise<(AdminLogin & AccountState) | null>;
  /**
   * Ends the admin's sessions. Resolves to true once it is on disk; to false if there is no such admin.
   * @throws LastAdmin: this admin can still log in. Of all admins disabled or removed at the same time, at least one remains.
   */
  disableAdmin(username: string): Promise<boolean>;
  /** Removes the admin with all that is stored beside the account but its state; otherwise as `disableAdmin`. */
  removeAdmin(username: string): Promise<boolean>;
  /** In the order of their usernames, with those who are disabled. */
  findAdmins(): Promise<readonly AdminName[]>;

  /** Stores the fingerprint of the key that encrypts IC numbers, unless one is stored already. Returns the stored one. */
  registerKeyFingerprint(fingerprint: string): Promise<string>;

  /** Ends the sessions. Resolves to true once it is on disk; to false if there is no such account with the password it replaces. */
  setPassword(account: AccountName, password: NewPassword): Promise<boolean>;

  /** Full names of owners and usernames of admins by id. Ids without an account are left out. */
  findNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;

  ping(): Promise<void>;
  close(): Promise<void>;
}

export const ownerLogin = z.object({
  /** A UUID. */
  id: z.string(),
  fullName: z.string(),
  phone: z.string(),
  email: z.string(),
  passwordHash: z.string(),
});
type OwnerLogin = Readonly<z.output<typeof ownerLogin>>;
export type Owner = Omit<OwnerLogin, 'passwordHash'>;
type OwnerWithState = OwnerLogin & AccountState;

/** The IC number is encrypted before the store sees it, and no method returns it. */
export type StoredOwner = OwnerLogin & { readonly encryptedIcNumber: string };

export type NewOwner = StoredOwner & {
  /** A hash under a key that the store does not have; no two owners may have the same. Null to leave it to `hashIcNumbers`. */
  readonly icNumberHash: string | null;
};

/** Returns null where the number cannot be read. */
type HashIcNumber = (owner: Pick<StoredOwner, 'id' | 'encryptedIcNumber'>) => string | null;

export type EmailChange = {
  readonly email: string;
  /** The present address, which may be the same. */
  readonly replaces: string;
  /** The mail to the present address; null if that stays or was not confirmed. */
  readonly notice: MailOrder | null;
};

type AdminName = Pick<AdminLogin, 'id' | 'username'>;

export const adminLogin = z.object({
  /** A UUID. */
  id: z.string(),
  username: z.string(),
  passwordHash: z.string(),
});
export type AdminLogin = Readonly<z.output<typeof adminLogin>>;

export const accountRoles = ['owner', 'admin'] as const;

/** An owner by email address, or an admin by username; case-insensitive. */
export type AccountName = { readonly role: (typeof accountRoles)[number]; readonly name: string };

type NewPassword = {
  readonly passwordHash: string;
  /** Whether it was generated, and has to be changed at the first log-in. */
  readonly mustChange: boolean;
  /** The hash to replace, so that of concurrent changes one succeeds; without it, any is replaced. */
  readonly replaces?: string;
};

/** The form in which email addresses and usernames are stored and looked up. */
export function normalizeForLookup(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** What operators and new passwords changed about an account. An account without a record has `initialState`. */
export const accountState = z.object({
  /** Tokens of earlier versions are refused. It is raised whenever the sessions of the account are ended. */
  sessionVersion: z.int().default(0),
  /** Nobody can log in to it. */
  isDisabled: z.boolean().default(false),
  /** The password was generated, and has to be changed before anything else. */
  mustChangePassword: z.boolean().default(false),
});
export type AccountState = Readonly<z.output<typeof accountState>>;

export const initialState: AccountState = accountState.parse({});

export type StateChanges = Partial<Omit<AccountState, 'sessionVersion'>>;

/** States are stored apart from the accounts: the sessions of an account that was removed stay ended. */
export interface AccountStateStore {
  /** Raises the session version, voids the account's password link, removes its unsent mails to another address, and changes what is given. Resolves once it is on disk. */
  endSessions(account: string, changes?: StateChanges): Promise<void>;
  /** The versions by account, for accounts whose sessions were ended since then. */
  findSessionVersions(since: Date): Promise<ReadonlyMap<string, number>>;
  /** Stores a state, as for a migration. An account that has one keeps it. */
  addState(account: string, state: AccountState): Promise<void>;

  /** Mixed into the key that signs tokens; null until it was set. */
  getTokenSalt(): Promise<string | null>;
  setTokenSalt(salt: string): Promise<void>;
}

/** The second factor of an account that has one: a secret that its owner's app makes codes from, and codes for a lost app. */
export const secondFactor = z.object({
  /** The store never sees the secret itself. */
  encryptedSecret: z.string(),
  /** The last time step of which a code was used; codes of it and of earlier ones are refused. */
  lastStep: z.int(),
  /** The hashes of the recovery codes that were not used yet. */
  recoveryHashes: z.array(z.string()).readonly(),
});
export type SecondFactor = Readonly<z.output<typeof secondFactor>>;

export interface SecondFactorStore {
  getSecondFactor(account: string): Promise<SecondFactor | null>;
  /** Resolves to true once it is on disk; to false if the account has one, which stays: of concurrent calls one succeeds. */
  addSecondFactor(account: string, factor: SecondFactor): Promise<boolean>;
  /** Resolves once it is on disk. */
  removeSecondFactor(account: string): Promise<void>;
  /** Whether the step is later than the last one, which it then becomes: of concurrent uses one succeeds. */
  useStep(account: string, step: number): Promise<boolean>;
  /** Resolves once it is on disk; the earlier ones are gone. Does nothing for an account without a second factor. */
  replaceRecoveryCodes(account: string, hashes: readonly string[]): Promise<void>;
  /** Removes the code, and resolves to whether it was there: of concurrent uses one succeeds. */
  useRecoveryCode(account: string, hash: string): Promise<boolean>;
}

/**
 * The outcomes of commands that appended nothing, for repeats with the same Idempotency-Key; commands that appended events are found
 * in their stream. They hold ids and hashes, and no personal data.
 */
export interface OutcomeStore {
  /** Null if there is none, or if it is a day old. */
  findOutcome(commandId: string, now: Date): Promise<RememberedOutcome | null>;
  /** Resolves once it is on disk. An outcome that is there already stays; those that are a day old are removed. */
  rememberOutcome(commandId: string, outcome: AccountOutcome, now: Date): Promise<void>;
}

/** A hash of the content of the request. */
const fingerprint = z.string();
const refusal = z.object({ code: z.string().refine(isRejectionCode), fields: z.array(z.string()) });

/** Nothing had to change in the listing as of a revision; or the rules refused the command. */
export const rememberedOutcome = z.union([
  z.object({ fingerprint, revision: z.int() }),
  z.object({ fingerprint, refusal }),
]);
export type RememberedOutcome = z.output<typeof rememberedOutcome>;

/** An outcome with the account that sent the command. */
type AccountOutcome = RememberedOutcome & { readonly account: string | null };

const rememberedForMs = 24 * 3_600_000;

/** Outcomes that were remembered at this time or earlier are forgotten now. In ms since 1970. */
export function expiryOf(now: Date): number {
  return now.getTime() - rememberedForMs;
}

/** Counts failed log-ins, under keys that reveal neither the account nor the address. */
export interface FailureStore {
  /** Counts by key, each for so many seconds. Processes that share a server count together while it can be reached. */
  failureCounter(name: string, seconds: number): FailureCounter;
}

type FailureCounter = Pick<RateLimiterAbstract, 'penalty' | 'get' | 'block' | 'delete'>;

/** A counter for a store without a server, or while the server is unreachable. */
export function memoryCounter(name: string, seconds: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: 1, duration: seconds, keyPrefix: name });
}

export class EmailTaken extends NamedError {}

export class IcNumberTaken extends NamedError {}

export class UsernameTaken extends NamedError {}

export class LastAdmin extends NamedError {}

export class AccountsUnavailable extends Outage {}
