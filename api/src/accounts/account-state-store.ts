/** What operators and new passwords decided about an account. Accounts without a record have `initialState`. */
export type AccountState = {
  /** Tokens of earlier versions are refused. It is raised whenever the sessions of the account are ended. */
  readonly sessionVersion: number;
  /** Nobody can log in to it. */
  readonly isDisabled: boolean;
  /** The password was made up for the account, and has to be changed before anything else. */
  readonly mustChangePassword: boolean;
};

export const initialState: AccountState = {
  sessionVersion: 0,
  isDisabled: false,
  mustChangePassword: false,
};

export type StateChanges = Partial<Omit<AccountState, 'sessionVersion'>>;

/** Beside the accounts, and not part of them: the sessions of an account that was removed stay ended. */
export interface AccountStateStore {
  /** Raises the session version, and changes what is given. Resolves once it is on disk. */
  endSessions(account: string, changes?: StateChanges): Promise<void>;
  /** By account, where sessions were ended since then. */
  findSessionVersions(since: Date): Promise<ReadonlyMap<string, number>>;
  /** For a migration: an account that has a state keeps it. */
  addState(account: string, state: AccountState): Promise<void>;

  /** Mixed into the key that signs tokens; null until it was set. */
  getTokenSalt(): Promise<string | null>;
  setTokenSalt(salt: string): Promise<void>;
}
