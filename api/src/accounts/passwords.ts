import { randomBytes } from 'node:crypto';
import { OperatorError } from '@directory/projections/config';
import { hash, verify } from '@node-rs/argon2';
import type { AccountName, AccountStore } from './account-store.ts';
import { newPassword } from '../contracts/accounts.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 13 ms. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random password that was discarded, with the same options as the real ones. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$GYbEtn5XktdpHyamq9wzUA$qzmvHwK//VZTaAfN91Sly3LCnKbvIEKI5IPMC0S2A5k';

export function hashPassword(password: string): Promise<string> {
  return hash(toBytes(password), hashOptions);
}

/**
 * Whether the password matches the hash. Without a hash (no such account) it takes as long and returns false, so that response
 * times do not reveal which accounts exist.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? dummyHash, toBytes(password));
  return matches && passwordHash !== undefined;
}

/** 120 bits in letters and digits that are easy to copy by hand. */
export function randomPassword(): string {
  return randomBytes(15).toString('hex');
}

/** The account with the hash of its password; null if there is no such account. */
export function findLogin(
  accounts: Pick<AccountStore, 'getOwnerByEmail' | 'getAdminByUsername'>,
  { role, name }: AccountName,
) {
  return role === 'owner' ? accounts.getOwnerByEmail(name) : accounts.getAdminByUsername(name);
}

/** An account of either kind. */
export type FoundAccount = { readonly id: string; readonly isDisabled: boolean };

export type ChosenPassword = {
  readonly password: string;
  /** Whether it has to be changed at the first log-in. */
  readonly isGenerated?: boolean;
};

/**
 * Replaces the password of an account, and ends its sessions. Returns its id.
 * @throws OperatorError where it is weak or there is none; AccountsUnavailable
 */
export async function setPassword(
  accounts: AccountStore,
  account: AccountName,
  { password, isGenerated = false }: ChosenPassword,
): Promise<FoundAccount> {
  const { name } = account;
  const found = await findLogin(accounts, account);
  await requireStrong(password, found && 'fullName' in found ? [found.fullName, name] : [name]);
  const newHash = { passwordHash: await hashPassword(password), mustChange: isGenerated };
  const isSet = await accounts.setPassword(account, newHash);
  if (!found || !isSet) throw noSuchAccount(account);
  return found;
}

/** @throws OperatorError */
export async function requireStrong(password: string, names: readonly string[]): Promise<void> {
  const weakness = await weaknessOf(password, names);
  if (weakness !== null) throw new OperatorError(weakness);
}

export function noSuchAccount({ role, name }: AccountName): OperatorError {
  return new OperatorError(
    role === 'owner'
      ? `There is no owner with the email address "${name}".`
      : `There is no admin with the username "${name}".`,
  );
}

/** Normalised, as keyboards compose characters differently; as bytes, so that NUL does not end the password. */
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8');
}

const minNameLength = 4;
const siteNames = ['kampongbharu', 'kampungbaru'];

/**
 * Why a password may not be chosen, as a sentence for the person: its length is wrong, or it is among the first that somebody would
 * guess. Null if it may be. `names` are those of the account: name, username, email address.
 */
export async function weaknessOf(
  password: string,
  names: readonly string[],
): Promise<string | null> {
  const { error } = newPassword.safeParse(password);
  if (error) return error.issues.map(({ message }) => message).join(' ');
  const plain = simplify(password);
  if ((await commonPasswords()).has(password.normalize('NFC').toLowerCase()))
    return 'This password is one of the most common. Choose another one.';
  if (names.flatMap(partsOf).some((part) => plain.includes(part)))
    return 'Choose a password without your name or email address.';
  if (siteNames.some((name) => plain.includes(name)))
    return 'Choose a password without the name of this site.';
  return null;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loads the common passwords when they are first needed: 18,000 have at least 8 characters. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}

/** A name as a whole, and its words; of an email address, those of the part before the @. */
function partsOf(name: string): readonly string[] {
  const [own = ''] = name.split('@');
  const words = own.split(/[^\p{L}\p{N}]+/u);
  return [own, ...words].map(simplify).filter((part) => part.length >= minNameLength);
}

function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
