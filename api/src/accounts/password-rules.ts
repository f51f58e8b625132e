import { newPassword } from '../contracts/accounts.ts';

const minNameLength = 4;
const siteNames = ['kampongbharu', 'kampungbaru'];

/**
 * Why a password may not be chosen, as a sentence for the person: its length, or that it is one of the first that somebody would
 * guess. Null if it may. `names` are those of the account: name, username, e-mail address.
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

/** Loaded when they are first needed: 18,000 of at least 8 characters. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}

/** Of an e-mail address the part before the @; the whole, and its words. */
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
