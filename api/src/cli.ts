import { join, resolve } from 'node:path';
import { commandHandler, erasedListings } from '@directory/domain';
import { reports } from '@directory/projections';
import { OperatorError, withoutSettings, type Environment } from '@directory/projections/config';
import { closeAfter, openLog } from '@directory/projections/stores';
import { Argument, Command, Option } from 'commander';
import {
  changePassword,
  disableAccount,
  enableAccount,
  makeAdmin,
  removeAdmin,
  resetSecondFactor,
  rotateKeys,
  type Terminal,
} from './accounts/account-commands.ts';
import { accountRoles, type AccountName } from './accounts/account-store.ts';
import { eraseAccounts, type EraseOptions } from './accounts/erase-command.ts';
import { systemClock } from './clock.ts';
import { readCommandConfig, readConfig } from './config.ts';
import { checkReadable } from './import/read-rows.ts';
import { runImport } from './import/run-import.ts';
import { runMigration } from './migrate/run-migration.ts';
import { loadPages } from './read-models/rendered-pages.ts';
import { recordCommand } from './record-operation.ts';
import {
  reportFormats,
  writeReport,
  type ReportOptions,
  type ReportOutput,
} from './reports/report-command.ts';
import { createLogger } from './logger.ts';
import { type RunningServer, serve } from './server.ts';

export type ProgramOptions = Terminal & {
  /** The folder of the project: below it are the built pages and the seed data. */
  readonly root: string;
  /** Called with the running server or import so that callers can stop it. */
  readonly onRunning: (running: RunningServer) => void;
  /** Where reports go; the terminal by default. */
  readonly reportOutput?: ReportOutput;
};

/** The commands of the directory. They throw; the caller prints the error and exits with code 1. */
export function createProgram(options: ProgramOptions): Command {
  const program = new Command('directory').description('The directory of Kampong Bharu');
  program
    .command('serve')
    .description('serve the pages and the API; settings come from the environment')
    .option('--empty', 'do not fill an empty directory with places')
    .action(async ({ empty = false }: { empty?: boolean }) => {
      await serveSite(options, empty);
    });
  program
    .command('import')
    .description('import places from a JSON, NDJSON or CSV file; existing listings stay unchanged')
    .argument('<file>')
    .option('--review', 'submit the listings for review instead of publishing them')
    .action(async (file: string, { review = false }: { review?: boolean }) => {
      await importFile(options, file, !review);
    });
  program
    .command('migrate')
    .description(
      'copy a stopped installation to EventStoreDB, MongoDB or both; run it again to resume',
    )
    .option('--from <folder>', 'the data folder; default: DATA_DIR')
    .option('--to <address...>', 'the servers; default: EVENTSTORE_URL and MONGODB_URL')
    .action((given: { from?: string; to?: readonly string[] }) => migrate(options, given));
  const adminCommand = (name: string, run: typeof makeAdmin) =>
    program
      .command(name)
      .argument('<username>')
      .action((username: string) => run(options, username));
  adminCommand('create-admin', makeAdmin).description(
    'create an admin; the password is ADMIN_PASSWORD, or a generated one that is printed',
  );
  const accountCommand = (name: string, run: typeof changePassword) =>
    program
      .command(name)
      .addArgument(new Argument('<role>', 'the role of the account').choices(accountRoles))
      .argument('<name>', 'the email address of the owner, or the username of the admin')
      .action((role: AccountName['role'], name: string) => run(options, { role, name }));
  accountCommand('set-password', changePassword).description(
    'set the password of an account to NEW_PASSWORD, or to a generated one that is printed',
  );
  accountCommand('disable-account', disableAccount).description(
    'stop an account from logging in, and end its sessions; its listings stay',
  );
  accountCommand('enable-account', enableAccount).description(
    'let a disabled account log in again',
  );
  adminCommand('remove-admin', removeAdmin).description(
    'remove an admin, but not the last one, and end their sessions',
  );
  adminCommand('reset-second-factor', resetSecondFactor).description(
    'switch off two-step log-in for an admin, and end their sessions',
  );
  program
    .command('rotate-keys')
    .description('sign tokens with another key: everybody has to log in again')
    .action(() => rotateKeys(options));
  program
    .command('erase')
    .description(
      'erase accounts with their personal data, also from the log; run it again if it was interrupted',
    )
    .addArgument(new Argument('<role>', 'the role of the account').choices(['owner']))
    .argument(
      '<email-or-id...>',
      'the email address of each owner, or the id if the account was lost',
    )
    .addOption(
      new Option(
        '--listings <what>',
        'keep: what describes the shop and not the person stays; delete: nothing stays',
      )
        .choices(erasedListings)
        .default('delete'),
    )
    .option('--yes', 'do it; without it, only what would be erased is printed')
    .action((_role: string, emailsOrIds: readonly string[], given: EraseOptions) =>
      eraseAccounts(options, emailsOrIds, given),
    );
  program
    .command('report')
    .description('print a report that is calculated from the log; the directory may keep running')
    .addHelpText('after', `\nReports:\n${describeReports()}`)
    .argument('<name>', 'the name of a report')
    .option('--from <day>', 'the first day, such as 2026-11-01')
    .option('--to <day>', 'the last day')
    .option('--as-of <day>', 'the end of this day, for reports that cover a moment')
    .option('--by <groupings>', 'what to group by: one grouping, or two such as month,category')
    .option('--zone <zone>', 'the time zone of days and hours; default: SITE_TIME_ZONE')
    .addOption(
      new Option('--format <format>', 'the format of the output')
        .choices(reportFormats)
        .default('table'),
    )
    .option('--out <file>', 'the file to write; default: standard output')
    .option('--with-demonstration', 'also count made-up listings and visits')
    .action((name: string, given: ReportOptions) =>
      writeReport(options.environment, name, given, options.reportOutput),
    );
  return program;
}

function describeReports(): string {
  return Object.entries(reports)
    .map(([name, { description }]) => `  ${name.padEnd(12)}${description}`)
    .join('\n');
}

/** One sentence for the operator if the cause is known, the stack if it is a bug. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return `Unexpected error: ${String(error)}`;
  if ('syscall' in error) return `The directory cannot access its files: ${error.message}.`;
  const hasSentence =
    error.constructor !== Error && !/^(Type|Range|Syntax|Reference)Error$/.test(error.name);
  return hasSentence ? error.message : `Unexpected error: ${error.stack ?? ''}`;
}

async function serveSite(
  { environment, root, print, isTerminal, onRunning }: ProgramOptions,
  empty: boolean,
): Promise<void> {
  const config = readConfig(environment);
  await serve({
    config,
    logger: createLogger(config.logLevel),
    builtPages: await loadPages(join(root, 'dist')),
    seedFolder: join(root, 'api', 'seed-data'),
    startEmpty: empty || config.startEmpty,
    print,
    isTerminal,
    onServing: onRunning,
  });
}

async function importFile(
  { environment, print, onRunning }: ProgramOptions,
  file: string,
  publish: boolean,
): Promise<void> {
  const config = readCommandConfig(environment);
  // Before the log is opened, which creates one where there is none.
  await checkReadable(file);
  const stopping = new AbortController();
  const importing: Promise<0 | 1> = closeAfter(openLog(config), (log) => {
    onRunning({
      /** Waits for the report, as the program is ended some seconds later. */
      async stop() {
        stopping.abort(new OperatorError('The import was stopped: run it again for the rest.'));
        await importing.catch(() => undefined);
      },
    });
    return runImport({
      file,
      signal: stopping.signal,
      handle: commandHandler(log),
      clock: systemClock,
      publish,
      record: (event) => recordCommand(config, event, print),
      reportFolder: config.dataDir,
      print,
    });
  });
  process.exitCode = await importing;
}

async function migrate(
  { environment, print }: ProgramOptions,
  { from, to }: { readonly from?: string; readonly to?: readonly string[] },
): Promise<void> {
  const config = readCommandConfig(to ? withServers(environment, to) : environment);
  await runMigration({ from: from ? resolve(from) : config.dataDir, config, print });
}

/** A server that is not named is not used, even if the environment names it. */
function withServers(environment: Environment, addresses: readonly string[]): Environment {
  const events = addresses.find((address) => address.startsWith('esdb'));
  const views = addresses.find((address) => address.startsWith('mongodb'));
  const used = [events, views].filter((address) => address !== undefined);
  if (used.length < addresses.length)
    throw new OperatorError(
      '--to takes one address of EventStoreDB (esdb://…), one of MongoDB (mongodb://…), or both.',
    );
  return {
    ...withoutSettings(environment, 'EVENTSTORE_URL', 'MONGODB_URL'),
    EVENTSTORE_URL: events,
    MONGODB_URL: views,
  };
}
