import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 13 ms. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a random password nobody knows, made with the same options as the real ones. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$GYbEtn5XktdpHyamq9wzUA$qzmvHwK//VZTaAfN91Sly3LCnKbvIEKI5IPMC0S2A5k';

export function hashPassword(password: string): Promise<string> {
  return hash(toBytes(password), options);
}

/**
 * Whether the password belongs to the hash. Without a hash (no such account) it takes as long and is false, so that the time
 * an answer takes does not tell who has an account.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? dummyHash, toBytes(password));
  return matches && passwordHash !== undefined;
}

/** One spelling for characters that keyboards compose differently; as bytes, so that every character counts. */
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8');
}
