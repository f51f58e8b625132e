import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandHandler } from '@directory/domain';
import type { Environment } from '@directory/projections/config';
import { openLog } from '@directory/projections/stores';
import { Argument, Command } from 'commander';
import { changePassword, makeAdmin } from './account-commands.ts';
import { accountRoles, type AccountName } from './accounts/set-password.ts';
import { systemClock } from './clock.ts';
import { readConfig } from './config.ts';
import { runImport } from './import/run-import.ts';
import { createLogger } from './logger.ts';
import { loadPageRenderer } from './http/page-renderer.ts';
import { runMigration } from './migrate/run-migration.ts';
import { serve, type Served } from './serve.ts';

export type ProgramOptions = {
  readonly environment: Environment;
  /** The folder of the project: below it are the built pages and the places of the first start. */
  readonly root: string;
  readonly print: (line: string) => void;
  /** Told of the running site, to end it in time. */
  readonly onServed: (served: Served) => void;
};

/** The commands of the directory. Errors are thrown; whoever runs it says them and ends with exit code 1. */
export function createProgram(options: ProgramOptions): Command {
  const program = new Command('directory').description('The directory of Kampong Bharu');
  program
    .command('serve')
    .description('serve the pages and the API; settings come from the environment')
    .option('--empty', 'start without the places that fill an empty directory')
    .action(async ({ empty = false }: { empty?: boolean }) => {
      options.onServed(await serveSite(options, empty));
    });
  program
    .command('import')
    .description(
      'make listings of places in a file of JSON, NDJSON or CSV; known ones stay as they are',
    )
    .argument('<file>')
    .option('--review', 'let them wait for review instead of publishing them at once')
    .action(async (file: string, { review = false }: { review?: boolean }) => {
      await importFile(options, file, !review);
    });
  program
    .command('migrate')
    .description(
      'copy an installation that stands still to EventStoreDB, MongoDB or both; again, to carry on',
    )
    .option('--from <folder>', 'its data folder; otherwise DATA_DIR')
    .option('--to <address...>', 'the servers; otherwise EVENTSTORE_URL and MONGODB_URL')
    .action((given: { from?: string; to?: readonly string[] }) => migrate(options, given));
  program
    .command('create-admin')
    .description(
      'make a login for an admin; the password is ADMIN_PASSWORD, or made up and printed',
    )
    .argument('<username>')
    .action((username: string) => makeAdmin(options, username));
  program
    .command('set-password')
    .description(
      'give an account another password: NEW_PASSWORD, or one that is made up and printed',
    )
    .addArgument(new Argument('<role>', 'whose account it is').choices(accountRoles))
    .argument('<name>', 'the e-mail address of the owner, or the username of the admin')
    .action((role: AccountName['role'], name: string) => changePassword(options, { role, name }));
  return program;
}

async function serveSite(
  { environment, root, print }: ProgramOptions,
  empty: boolean,
): Promise<Served> {
  const config = readConfig(environment);
  const dist = join(root, 'dist');
  const webRoot = join(dist, 'web');
  return serve({
    config,
    logger: createLogger(config.logLevel),
    webRoot: existsSync(join(webRoot, 'index.html')) ? webRoot : null,
    renderer: await loadPageRenderer(dist),
    seedFolder: empty ? null : join(root, 'api', 'seed-data'),
    print,
  });
}

async function importFile(
  { environment, print }: ProgramOptions,
  file: string,
  publish: boolean,
): Promise<void> {
  const log = await openLog(readConfig(environment));
  try {
    const handle = commandHandler(log);
    process.exitCode = await runImport({ file, handle, clock: systemClock, publish, print });
  } finally {
    await log.close();
  }
}

async function migrate(
  { environment, print }: ProgramOptions,
  { from, to }: { readonly from?: string; readonly to?: readonly string[] },
): Promise<void> {
  const config = readConfig({ ...environment, ...(to && serversOf(to)) });
  await runMigration({ from: from ? resolve(from) : config.dataDir, config, print });
}

/** Whichever is not named is not meant, although the environment may know it. */
function serversOf(addresses: readonly string[]): Environment {
  const isEvents = (address: string) => address.startsWith('esdb');
  return {
    EVENTSTORE_URL: addresses.find(isEvents),
    MONGODB_URL: addresses.find((address) => !isEvents(address)),
  };
}
