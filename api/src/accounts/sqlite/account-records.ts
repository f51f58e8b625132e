import type { AccountsFile } from '@directory/projections/accounts-file';
import type { Database } from '@directory/domain/sqlite-driver';
import * as z from 'zod';
import {
  accountState,
  expiryOf,
  rememberedOutcome,
  secondFactor,
  type AccountStateStore,
  type OutcomeStore,
  type SecondFactorStore,
  type StateChanges,
} from '../account-store.ts';
import { json, optionalText, removeLinksOf } from './mail-records.ts';

/** In the file of the accounts. */
export const statesSchema = `
  CREATE TABLE IF NOT EXISTS account_states (
    account TEXT PRIMARY KEY,
    session_version INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    disabled INTEGER NOT NULL,
    must_change_password INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS account_states_by_time ON account_states (ended_at);
  CREATE TABLE IF NOT EXISTS token_salt (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    salt TEXT NOT NULL
  ) STRICT;`;

/** The columns of a state, to be selected with a LEFT JOIN of `account_states`. */
export const stateColumns = `coalesce(session_version, 0) AS sessionVersion,
  coalesce(disabled, 0) AS isDisabled, coalesce(must_change_password, 0) AS mustChangePassword`;

const flag = z.int().transform((number) => number === 1);
export const stateRow = accountState.extend({ isDisabled: flag, mustChangePassword: flag });

const versionRows = z.array(z.tuple([z.string(), z.int()]));

export function sqliteAccountStates(file: AccountsFile) {
  const { prepare, run, reach, transact } = file;
  const endSessions = (
    account: string,
    { isDisabled, mustChangePassword }: StateChanges = {},
  ): void => {
    run(
      `INSERT INTO account_states VALUES (:account, 1, :at, coalesce(:disabled, 0), coalesce(:mustChange, 0))
       ON CONFLICT (account) DO UPDATE SET session_version = session_version + 1, ended_at = :at,
         disabled = coalesce(:disabled, disabled),
         must_change_password = coalesce(:mustChange, must_change_password)`,
      {
        account,
        at: Date.now(),
        disabled: isDisabled === undefined ? null : Number(isDisabled),
        mustChange: mustChangePassword === undefined ? null : Number(mustChangePassword),
      },
    );
    removeLinksOf(file, account);
  };
  const store: AccountStateStore = {
    endSessions: transact(endSessions),
    findSessionVersions: reach((moment) => {
      const since = prepare(
        'SELECT account, session_version FROM account_states WHERE ended_at >= ?',
      );
      return new Map(versionRows.parse(since.raw().all(moment.getTime())));
    }),
    addState: reach((account, { sessionVersion, isDisabled, mustChangePassword }) => {
      run('INSERT INTO account_states VALUES (?, ?, ?, ?, ?) ON CONFLICT (account) DO NOTHING', [
        account,
        sessionVersion,
        Date.now(),
        Number(isDisabled),
        Number(mustChangePassword),
      ]);
    }),
    getTokenSalt: reach(
      () => optionalText.parse(prepare('SELECT salt FROM token_salt').pluck().get()) ?? null,
    ),
    setTokenSalt: reach((salt) => {
      run(
        'INSERT INTO token_salt VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET salt = excluded.salt',
        salt,
      );
    }),
  };
  return {
    store,
    /** To be called within a transaction. */
    endSessions,
  };
}

/** In the file of the accounts. */
export const secondFactorsSchema = `
  CREATE TABLE IF NOT EXISTS second_factors (
    account TEXT PRIMARY KEY,
    sealed_secret TEXT NOT NULL,
    last_step INTEGER NOT NULL,
    recovery_hashes TEXT NOT NULL
  ) STRICT;`;

const factorRow = secondFactor.extend({ recoveryHashes: json.pipe(z.array(z.string())) });

export function sqliteSecondFactors({ prepare, run, reach }: AccountsFile): SecondFactorStore {
  return {
    getSecondFactor: reach((account) => {
      const select = prepare(
        `SELECT sealed_secret AS encryptedSecret, last_step AS lastStep, recovery_hashes AS recoveryHashes
         FROM second_factors WHERE account = ?`,
      );
      return factorRow.nullable().parse(select.get(account) ?? null);
    }),
    addSecondFactor: reach((account, { encryptedSecret, lastStep, recoveryHashes }) => {
      const row = [account, encryptedSecret, lastStep, JSON.stringify(recoveryHashes)];
      return run('INSERT OR IGNORE INTO second_factors VALUES (?, ?, ?, ?)', row) === 1;
    }),
    removeSecondFactor: reach(
      (account) => void run('DELETE FROM second_factors WHERE account = ?', account),
    ),
    useStep: reach((account, step) => {
      const raised = run(
        'UPDATE second_factors SET last_step = :step WHERE account = :account AND last_step < :step',
        { account, step },
      );
      return raised === 1;
    }),
    replaceRecoveryCodes: reach((account, hashes) => {
      const text = JSON.stringify(hashes);
      run('UPDATE second_factors SET recovery_hashes = ? WHERE account = ?', text, account);
    }),
    useRecoveryCode: reach((account, hash) => {
      const removed = run(
        `UPDATE second_factors SET recovery_hashes =
           (SELECT json_group_array(value) FROM json_each(recovery_hashes) WHERE value <> :hash)
         WHERE account = :account AND :hash IN (SELECT value FROM json_each(recovery_hashes))`,
        { account, hash },
      );
      return removed === 1;
    }),
  };
}

/** In the file of the accounts. */
export const outcomesSchema = `
  CREATE TABLE IF NOT EXISTS outcomes (
    command_id TEXT PRIMARY KEY,
    outcome TEXT NOT NULL,
    at INTEGER NOT NULL,
    account TEXT
  ) STRICT;`;

export function sqliteOutcomes({ db, prepare, run, reach }: AccountsFile): OutcomeStore {
  addAccountColumn(db);
  return {
    findOutcome: reach((commandId, now) => {
      const select = prepare('SELECT outcome FROM outcomes WHERE command_id = ? AND at > ?');
      const found = optionalText.parse(select.pluck().get(commandId, expiryOf(now)));
      return found === undefined ? null : rememberedOutcome.parse(JSON.parse(found));
    }),
    rememberOutcome: reach((commandId, { account, ...outcome }, now) => {
      run('DELETE FROM outcomes WHERE at <= ?', expiryOf(now));
      run(
        `INSERT INTO outcomes (command_id, outcome, at, account) VALUES (?, ?, ?, ?)
         ON CONFLICT (command_id) DO NOTHING`,
        [commandId, JSON.stringify(outcome), now.getTime(), account],
      );
    }),
  };
}

/** Adds the column that files of earlier releases lack. */
function addAccountColumn(db: Database): void {
  db.transaction(() => {
    const columns = db.prepare(`SELECT name FROM pragma_table_info('outcomes')`).pluck().all();
    if (!columns.includes('account')) db.exec('ALTER TABLE outcomes ADD COLUMN account TEXT');
  }).immediate();
}
