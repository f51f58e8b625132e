import { createHash, randomBytes, type KeyObject } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../clock.ts';
import { conflict, invalidRequest, tooManyCodes } from '../http/errors.ts';
import { secondsToWait } from '../http/middleware/rate-limit.ts';
import { decryptFor, deriveKey, encryptFor, keyedHash } from './account-encryption.ts';
import type { AccountStateStore, FailureStore, SecondFactorStore } from './account-store.ts';

type SecondFactorDeps = {
  readonly accounts: SecondFactorStore & FailureStore & Pick<AccountStateStore, 'endSessions'>;
  readonly icNumberKey: KeyObject;
  readonly clock: Clock;
  /** Whether every admin needs a second factor. */
  readonly isRequired: boolean;
};

/** With how many are left after one for recovery. */
type UsedCode = { readonly recoveryCodesLeft?: number };

const stepMs = 30_000;
const hour = 3600;
const recoveryCodeCount = 10;
/** Wrong codes within an hour. Each guess is right three times in a million. */
const maxWrongCodes = 10;
/** How many steps before and after the present one are accepted, as clocks differ. */
const window = 1;

/** Codes of an app (RFC 6238: six digits, every 30 seconds) that admins enter beside the password, and codes for when it is lost. */
export function secondFactors({ accounts, icNumberKey, clock, isRequired }: SecondFactorDeps) {
  const key = secondFactorKey(icNumberKey);
  const counterKey = deriveKey(icNumberKey, 'wrong-codes');
  const wrongCodes = accounts.failureCounter('code', hour);

  /** The time step of a code; null for a wrong code. */
  function stepOf(secret: string, code: string): number | null {
    const timestamp = clock().getTime();
    const delta = new TOTP({ secret }).validate({ token: code, timestamp, window });
    return delta === null ? null : Math.floor(timestamp / stepMs) + delta;
  }

  async function stateOf(account: string) {
    const factor = await accounts.getSecondFactor(account);
    return { isOn: factor !== null, recoveryCodesLeft: factor?.recoveryHashes.length ?? 0 };
  }

  return {
    stateOf,
    /** What an admin's token demands first, by what is stored now. */
    async dutyOf(admin: string): Promise<{ readonly mustSetUpSecondFactor?: true }> {
      if (!isRequired || (await stateOf(admin)).isOn) return {};
      return { mustSetUpSecondFactor: true };
    },
    /** A secret in base 32, and as an address for an app. */
    newSecret(username: string) {
      const secret = new Secret({ size: 20 });
      const uri = new TOTP({ issuer: 'Kampong Bharu Directory', label: username, secret });
      return { secret: secret.base32, uri: uri.toString() };
    },
    /**
     * Returns the recovery codes, which cannot be read later. Of concurrent calls for an account one switches it on. Ends the sessions
     * before, so that none outlives a crash in between; the caller ends those that began meanwhile.
     * @throws RequestProblem 409 where it is on already, 400 for a wrong code
     */
    async switchOn(account: string, secret: string, entered: string): Promise<readonly string[]> {
      if (await accounts.getSecondFactor(account)) throw onAlready();
      const lastStep = stepOf(secret, plain(entered));
      if (lastStep === null)
        throw invalidRequest({
          code: ['This code is not correct. Check that the clock of your device is right.'],
        });
      const { codes, recoveryHashes } = newRecoveryCodes(account);
      const encryptedSecret = encryptFor(account, secret, key);
      const factor = { encryptedSecret, lastStep, recoveryHashes };
      await accounts.endSessions(account);
      if (!(await accounts.addSecondFactor(account, factor))) throw onAlready();
      return codes;
    },
    /** Returns new recovery codes, which replace the earlier ones and cannot be read later. */
    async replaceRecoveryCodes(account: string): Promise<readonly string[]> {
      const { codes, recoveryHashes } = newRecoveryCodes(account);
      await accounts.replaceRecoveryCodes(account, recoveryHashes);
      return codes;
    },
    switchOff: (account: string): Promise<void> => accounts.removeSecondFactor(account),
    /**
     * Uses up a code of the app or for recovery; null for a wrong one.
     * @throws RequestProblem 429 for a code of the app after too many wrong ones, from wherever
     */
    async verify(account: string, entered: string): Promise<UsedCode | null> {
      const code = plain(entered);
      const factor = await accounts.getSecondFactor(account);
      if (!factor) return null;
      // Codes of an app have six digits, unlike recovery codes.
      if (!/^\d{6}$/.test(code)) {
        const isRight = await accounts.useRecoveryCode(account, hashOf(account, code));
        return isRight ? { recoveryCodesLeft: factor.recoveryHashes.length - 1 } : null;
      }
      const counted = keyedHash(account, counterKey);
      // Counted before it is checked, so that codes sent at once are no more than codes one by one.
      const counter = await wrongCodes.penalty(counted);
      if (counter.consumedPoints > maxWrongCodes) throw tooManyCodes(secondsToWait(counter, hour));
      const step = stepOf(decryptFor(account, factor.encryptedSecret, key), code);
      const isRight = step !== null && (await accounts.useStep(account, step));
      if (!isRight) return null;
      await wrongCodes.delete(counted);
      return {};
    },
  };
}

const onAlready = () =>
  conflict('second-factor-on', 'Two-step log-in is already on. Switch it off first.');

/** The key that encrypts the secrets. */
export function secondFactorKey(icNumberKey: KeyObject): KeyObject {
  return deriveKey(icNumberKey, 'second-factors');
}

function newRecoveryCodes(account: string) {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  return { codes, recoveryHashes: codes.map((code) => hashOf(account, plain(code))) };
}

/** 120 bits in base 32, as `abcd-efgh-…`: nobody finds them by their hash. */
function newRecoveryCode(): string {
  const bytes = randomBytes(15);
  const text = new Secret({ buffer: new Uint8Array(bytes).buffer }).base32.toLowerCase();
  return (text.match(/.{4}/g) ?? []).join('-');
}

function hashOf(account: string, code: string): string {
  return createHash('sha256').update(`${account}\n${code}`).digest('base64url');
}

function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}
