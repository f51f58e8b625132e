import { randomBytes, type KeyObject } from 'node:crypto';
import { repeat } from '@directory/domain/shared/timers';
import jwt from 'jsonwebtoken';
import * as z from 'zod';
import { deriveKey } from './account-encryption.ts';
import type { AccountStore } from './account-store.ts';
import { systemClock, type Clock } from '../clock.ts';

/** Algorithm, issuer and audience that a valid token must have. */
export const tokenRules = {
  algorithms: ['HS256'],
  issuer: 'kampong-bharu-directory',
  audience: 'kampong-bharu-directory',
} as const;

export const tokenClaims = z.object({
  id: z.string(),
  role: z.enum(['user', 'admin']),
  full_name: z.string(),
  /** The session version of the account; tokens of the first version lack it. */
  version: z.int().min(0).default(0),
  /** The token is for changing the password only. */
  mustChangePassword: z.literal(true).optional(),
  /** The token is for setting up the second factor only. */
  mustSetUpSecondFactor: z.literal(true).optional(),
});
type TokenClaims = z.input<typeof tokenClaims>;

const day = 86_400;
const lifetimeSeconds = { user: 7 * day, admin: day / 2 };

/** Signs tokens: valid for 7 days for owners, for 12 hours for admins. */
export function tokenIssuer(key: () => KeyObject, now: Clock = systemClock) {
  return ({ version = 0, ...claims }: TokenClaims): string => {
    const iat = secondsOf(now);
    return signToken({ ...claims, ...(version > 0 && { version }), iat }, key(), {
      issuer: tokenRules.issuer,
      audience: tokenRules.audience,
      expiresIn: lifetimeSeconds[claims.role],
    });
  };
}

/** Tokens are issued and expire by one clock. */
export function secondsOf(now: Clock): number {
  return Math.floor(now().getTime() / 1000);
}

export function signToken(claims: object, key: KeyObject, options: jwt.SignOptions): string {
  return jwt.sign(claims, key, { algorithm: tokenRules.algorithms[0], ...options });
}

/** The claims of a token; null if it was not signed with the key, has expired, or does not have them. */
export function readToken<Claims extends z.ZodType>(
  claims: Claims,
  token: string,
  key: KeyObject,
  options: jwt.VerifyOptions,
): z.output<Claims> | null {
  try {
    const algorithms = [...tokenRules.algorithms];
    return claims.parse(jwt.verify(token, key, { algorithms, ...options }));
  } catch {
    return null;
  }
}

export type Sessions = Awaited<ReturnType<typeof followSessions>>;

type SessionsDeps = {
  readonly accounts: Pick<AccountStore, 'endSessions' | 'findSessionVersions' | 'getTokenSalt'>;
  readonly tokenKey: KeyObject;
  /** Gets the first error of an outage. */
  readonly onOutage: (error: unknown) => void;
};

/** A refresh may take as long again, so other processes know within ten seconds. */
const refreshEveryMs = 5_000;

/** Follows which tokens are valid, in memory, so that no request waits for the accounts. @throws AccountsUnavailable */
export async function followSessions(deps: SessionsDeps) {
  const { accounts, onOutage } = deps;
  // All at first, as a clock that was wrong may have dated the end of a session years ago.
  const all = await readSessions(deps, new Date(0));
  let { tokenKey } = all;
  const versions = new Map(all.versions);
  let isReachable = true;
  let refreshed = Promise.resolve();

  /** Refreshes run one after the other, so that an older state never replaces a newer one. */
  function refresh(): Promise<void> {
    refreshed = refreshed.then(async () => {
      try {
        // Older tokens have expired, with a day to spare as clocks differ.
        const since = new Date(Date.now() - (lifetimeSeconds.user + day) * 1000);
        const found = await readSessions(deps, since);
        tokenKey = found.tokenKey;
        for (const [account, version] of found.versions) versions.set(account, version);
        isReachable = true;
      } catch (error) {
        if (isReachable) onOutage(error);
        isReachable = false;
      }
    });
    return refreshed;
  }

  const following = repeat(() => refresh().then(() => refreshEveryMs));

  return {
    /** Signs and verifies tokens. */
    tokenKey: () => tokenKey,
    /** Whether the sessions of the account were ended since it got a token of this version. */
    isEnded: (account: string, version: number) => version < (versions.get(account) ?? 0),
    /** Ends every session of an account: in this process at once, in others within ten seconds. */
    end: async (account: string): Promise<void> => {
      await accounts.endSessions(account);
      await refresh();
    },
    /** Reads what this process changed in the accounts. The last known state stays while they are unreachable. */
    refresh,
    async stop(): Promise<void> {
      following.end();
      await refreshed;
    },
  };
}

/** Makes every token invalid: within ten seconds all processes sign and verify with another key. */
export async function rotateTokenKey(accounts: Pick<AccountStore, 'setTokenSalt'>): Promise<void> {
  await accounts.setTokenSalt(randomBytes(32).toString('base64url'));
}

async function readSessions({ accounts, tokenKey }: SessionsDeps, since: Date) {
  const salt = await accounts.getTokenSalt();
  return {
    versions: await accounts.findSessionVersions(since),
    // The salt is random and no counter: whoever learns the key of the settings or of `secrets.json` cannot derive this one.
    tokenKey: salt === null ? tokenKey : deriveKey(tokenKey, 'tokens', salt),
  };
}
