import type { Db } from 'mongodb';
import type {
  AccountName,
  AdminLogin,
  SecondFactor,
  StateChanges,
  StoredOwner,
} from '../account-store.ts';
import type { Contact, NotifierState, PasswordReset, QueuedMail } from '../mail-store.ts';

type WithId<Fields, Id = string> = Omit<Fields, 'id'> & { readonly _id: Id };

type StoredLogin = WithId<Pick<AdminLogin, 'id' | 'passwordHash'>>;

type StoredState = StateChanges & { readonly sessionVersion: number; readonly endedAt: number };

type StoredOutcome = {
  readonly outcome: string;
  readonly at: number;
  /** Absent in those of earlier releases. */
  readonly account?: string | null;
};

/** The id is the hash. Accounts that shared a number before numbers were checked are all in its record. */
type IcNumber = { readonly accounts: readonly string[] };

type EncryptedOwner = Omit<StoredOwner, 'encryptedIcNumber'> & { readonly sealedIcNumber: string };

export type Records = ReturnType<typeof recordsOf>;

export type UseRecords = <Result>(work: (records: Records) => Promise<Result>) => Promise<Result>;

export function recordsOf(db: Db) {
  return {
    owners: db.collection<WithId<EncryptedOwner>>('owners'),
    admins: db.collection<WithId<AdminLogin>>('admins'),
    /** What the accounts of both kinds have in common. */
    logins: (role: AccountName['role']) => db.collection<StoredLogin>(`${role}s`),
    icNumbers: db.collection<WithId<IcNumber>>('ic_numbers'),
    fingerprints: db.collection<WithId<{ readonly fingerprint: string }, 'seal'>>('seals'),
    states: db.collection<WithId<StoredState>>('account_states'),
    tokenSalts: db.collection<WithId<{ readonly salt: string }, 'token-salt'>>('token_salts'),
    secondFactors: db.collection<WithId<SecondFactor>>('second_factors'),
    outcomes: db.collection<WithId<StoredOutcome>>('outcomes'),
    /** An index removes those that have expired. */
    failures: db.collection('login_failures'),
    contacts: db.collection<WithId<Partial<Contact>>>('contacts'),
    /** The id is the account. */
    resets: db.collection<WithId<Omit<PasswordReset, 'account'>>>('password_resets'),
    mails: db.collection<WithId<QueuedMail>>('mails'),
    notifier: db.collection<WithId<NotifierState, 'notifier'>>('notifier'),
  };
}

/** Removes everything beside an account but its state, so that its sessions stay ended. */
export async function removeRecordsOf(records: Records, account: string): Promise<void> {
  const { icNumbers, outcomes, secondFactors, contacts, resets, mails } = records;
  await icNumbers.updateMany({ accounts: account }, { $pull: { accounts: account } });
  await icNumbers.deleteMany({ accounts: { $size: 0 } });
  for (const ofAccounts of [outcomes, mails]) await ofAccounts.deleteMany({ account });
  for (const byAccount of [secondFactors, contacts, resets])
    await byAccount.deleteOne({ _id: account });
}

/** A record in the form of the port. */
export function withId<Fields extends { readonly _id: string }>({ _id: id, ...fields }: Fields) {
  return { id, ...fields };
}
