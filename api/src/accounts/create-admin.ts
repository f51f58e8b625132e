import { randomBytes } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import * as z from 'zod';
import { newPassword, newUsername } from '../contracts/accounts.ts';
import type { AccountStore } from './account-store.ts';
import { hashPassword } from './passwords.ts';

export type AdminCredentials = { readonly username: string; readonly password: string };

const newAdmin = z.object({ username: newUsername, password: newPassword });

/**
 * @throws InvalidCredentials, with a sentence for the operator; UsernameTaken; AccountsUnavailable
 */
export async function createAdmin(
  accounts: AccountStore,
  credentials: AdminCredentials,
): Promise<void> {
  const { username, password } = parseCredentials(credentials);
  await accounts.createAdmin({
    id: uuid(),
    username,
    passwordHash: await hashPassword(password),
  });
}

export class InvalidCredentials extends Error {
  override readonly name = 'InvalidCredentials';
}

/** 120 bits in letters and digits that survive being copied by hand. */
export function randomPassword(): string {
  return randomBytes(15).toString('hex');
}

function parseCredentials(credentials: AdminCredentials): AdminCredentials {
  const { success, data, error } = newAdmin.safeParse(credentials);
  if (success) return data;
  throw new InvalidCredentials(error.issues.map(({ message }) => message).join(' '));
}
