import { createHash, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { deriveKey, keyedHash } from '../accounts/account-encryption.ts';
import { readToken, signToken } from '../accounts/sessions.ts';

export type LinkTokens = ReturnType<typeof linkTokens>;

const verification = z.object({
  account: z.string(),
  email: z.string(),
  /** The session version of the account: once its sessions are ended, as by a new password, the link is void. */
  version: z.int(),
  /** A hash of the address that the account had when the link was made; earlier releases left it out for owners. */
  replaces: z.string().optional(),
});
type Verification = Omit<z.output<typeof verification>, 'replaces'> & {
  readonly replaces: string | null;
};
const unsubscription = z.object({ account: z.string() });

/**
 * Signed tokens of links in mails. Their keys are not those of sessions, so that neither is accepted as the other. A rotation of the
 * session key voids links to confirm an address; links to unsubscribe stay valid.
 */
export function linkTokens(tokenKey: KeyObject, sessionKey: () => KeyObject) {
  const lastingKey = deriveKey(tokenKey, 'mail');
  const rotatedKey = () => deriveKey(sessionKey(), 'mail');
  // The space keeps the hash from being the signature of a token.
  const hashOf = (email: string | null) => keyedHash(`replaces ${email ?? ''}`, rotatedKey());
  return {
    verification: ({ replaces, ...claims }: Verification): string => {
      const hash = { replaces: hashOf(replaces) };
      return signToken({ ...claims, ...hash }, rotatedKey(), {
        audience: 'verification',
        expiresIn: '3d',
      });
    },
    /** Whether the link was made while the account had this address. */
    isAsOf: ({ replaces }: z.output<typeof verification>, email: string | null): boolean =>
      replaces === hashOf(email),
    /** The token of the mail with this id, the same at every attempt to this address. The space keeps it from being a signature. */
    reset: (mail: string, email: string): string =>
      keyedHash(`reset ${mail} ${email}`, rotatedKey()),
    unsubscription: (account: string): string =>
      signToken({ account }, lastingKey, { audience: 'unsubscription', noTimestamp: true }),
    /** Null for what is no token or has expired. */
    readVerification: (token: string) =>
      readToken(verification, token, rotatedKey(), { audience: 'verification' }),
    readUnsubscription: (token: string) =>
      readToken(unsubscription, token, lastingKey, { audience: 'unsubscription' }),
  };
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
