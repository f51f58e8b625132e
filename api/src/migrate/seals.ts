import { existsSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import type { NewOwner } from '../accounts/account-store.ts';
import { decryptIcNumber, encryptIcNumber } from '../accounts/register-owner.ts';
import { loadSecrets, secretsFileIn, type Secrets } from '../accounts/secrets.ts';

export type Keys = {
  /** Of the site that the accounts go to; null where there are none yet. */
  readonly secrets: Secrets | null;
  /** The owner with an IC number that those keys open. @throws SealedOtherwise */
  readonly reseal: (owner: NewOwner) => NewOwner;
};

/**
 * The site that the accounts go to has the keys of APP_SECRET where that is set, and else those of the data folder they come from.
 *
 * @throws SecretsDamaged
 */
export async function loadKeys(from: string, appSecret: string | null): Promise<Keys> {
  const hasOwn = existsSync(secretsFileIn(from));
  const own = hasOwn ? await loadSecrets({ dataDir: from, appSecret: null }) : null;
  const derived = appSecret === null ? null : await loadSecrets({ dataDir: from, appSecret });
  const secrets = derived ?? own;
  return {
    secrets,
    reseal: (owner) => {
      if (secrets && opened(owner, secrets.icNumberKey) !== null) return owner;
      const icNumber = own && opened(owner, own.icNumberKey);
      if (!secrets || icNumber === null) throw new SealedOtherwise(from);
      const encryptedIcNumber = encryptIcNumber(icNumber, secrets.icNumberKey, owner.id);
      return { ...owner, encryptedIcNumber };
    },
  };
}

/** The keys with which the IC numbers were sealed are not there. */
class SealedOtherwise extends Error {
  override readonly name = 'SealedOtherwise';

  constructor(folder: string) {
    super(
      `The IC numbers of the accounts in ${folder} were sealed with keys that are not there: put its secrets.json back, or set APP_SECRET as it was.`,
    );
  }
}

function opened({ id, encryptedIcNumber }: NewOwner, key: KeyObject): string | null {
  try {
    return decryptIcNumber(encryptedIcNumber, key, id);
  } catch {
    return null;
  }
}
