import { isObject } from '../../shared/navigation/link-state.ts';

/** Passed in the router state from registration to login. */
export type NewAccount = { readonly email: string };

export function newAccountState(email: string): { readonly newAccount: NewAccount } {
  return { newAccount: { email } };
}

export function newAccountOf(state: unknown): NewAccount | null {
  if (!isObject(state) || !isObject(state['newAccount'])) return null;
  const { email } = state['newAccount'];
  return typeof email === 'string' ? { email } : null;
}
