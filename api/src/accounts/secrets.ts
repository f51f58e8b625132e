import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { OperatorError } from '@directory/projections/config';
import type { Config } from '../config.ts';
import { writeFileExclusive } from '../write-file-exclusive.ts';
import { deriveKey, keyedHash } from './account-encryption.ts';
import type { AccountStore } from './account-store.ts';

const keyLength = 32;

const storedKey = z.base64().transform((text, ctx) => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === keyLength) return createSecretKey(bytes);
  ctx.addIssue({ code: 'custom', message: `not ${keyLength} bytes` });
  return z.NEVER;
});
const secretsFile = z.object({ tokenKey: storedKey, icNumberKey: storedKey });

export type Secrets = {
  /** Signs session tokens. */
  readonly tokenKey: KeyObject;
  /** Encrypts IC numbers; without it they cannot be read. */
  readonly icNumberKey: KeyObject;
};

type KeySettings = Pick<Config, 'dataDir' | 'appSecret'>;

/**
 * The keys of this installation: derived from APP_SECRET, which several processes can share; without it, generated once and
 * stored in the data folder, readable only by the owner of the process.
 *
 * @throws OperatorError where the file is damaged
 */
export async function loadSecrets({ dataDir, appSecret }: KeySettings): Promise<Secrets> {
  if (appSecret !== null) return deriveSecrets(appSecret);
  const file = secretsFileIn(dataDir);
  if (!existsSync(file)) await writeFileExclusive(file, newSecrets(), 0o600);
  // A restored file may be readable for everybody. One that belongs to somebody else, as of a mount, stays as it is.
  await chmod(file, 0o600).catch(() => undefined);
  return parseSecrets(file, await readFile(file, 'utf8'));
}

/**
 * Those keys, checked against the accounts. Where they were generated for accounts that have others, they are removed again: a backup
 * would replace the lost ones by them.
 *
 * @throws OperatorError where the file is damaged, or the accounts have other keys; AccountsUnavailable
 */
export async function loadMatchingSecrets(
  settings: KeySettings,
  accounts: Pick<AccountStore, 'registerKeyFingerprint'>,
): Promise<Secrets> {
  const file = secretsFileIn(settings.dataDir);
  const isGenerated = settings.appSecret === null && !existsSync(file);
  const secrets = await loadSecrets(settings);
  try {
    await verifyKeyFingerprint(accounts, secrets);
  } catch (error) {
    if (isGenerated && error instanceof OperatorError) rmSync(file, { force: true });
    throw error;
  }
  return secrets;
}

export function secretsFileIn(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/**
 * Checks that the IC numbers in the accounts are encrypted with this key.
 * @throws OperatorError where they are not; AccountsUnavailable
 */
export async function verifyKeyFingerprint(
  accounts: Pick<AccountStore, 'registerKeyFingerprint'>,
  { icNumberKey }: Secrets,
): Promise<void> {
  const fingerprint = keyedHash('fingerprint', icNumberKey).slice(0, 22);
  if ((await accounts.registerKeyFingerprint(fingerprint)) !== fingerprint)
    throw new OperatorError(
      'The accounts were created with other keys: set the same APP_SECRET for every process, or restore the original secrets.json in the data folder.',
    );
}

function deriveSecrets(appSecret: string): Secrets {
  const key = createSecretKey(appSecret, 'utf8');
  const derive = (purpose: string) => deriveKey(key, purpose, 'kampong-bharu-directory');
  return { tokenKey: derive('tokens'), icNumberKey: derive('ic-numbers') };
}

function newSecrets(): string {
  const key = () => randomBytes(keyLength).toString('base64');
  return `${JSON.stringify({ tokenKey: key(), icNumberKey: key() }, null, 2)}\n`;
}

function parseSecrets(file: string, text: string): Secrets {
  try {
    return secretsFile.parse(JSON.parse(text));
  } catch {
    // The cause is dropped: messages of JSON.parse quote what they could not read.
    throw new OperatorError(
      `The keys in ${file} are damaged: restore the file from a backup (new keys would log out all users and make the stored IC numbers unreadable).`,
    );
  }
}
