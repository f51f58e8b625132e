import { ensureFirstAdmin, demonstrationLoginFile } from './accounts/generated-logins.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { imageSaver } from './images/save-image.ts';
import type { AppLogger } from './logger.ts';
import type { Site } from './open-site.ts';
import { seedDirectory, type SeedReport } from './seed/seed-directory.ts';
import { withStores } from './store-outages.ts';
import { serversAmong, type Stores } from './stores.ts';

export type ContentOptions = {
  readonly config: Config;
  readonly logger: AppLogger;
  /** The folder of the places that fill an empty directory; null to start without any. */
  readonly seedFolder: string | null;
  /** Whether only the operator reads what is printed: then generated passwords are in it. */
  readonly isTerminal?: boolean | undefined;
  /** Prints a sentence for the operator. */
  readonly print: (sentence: string) => void;
};

/** After a crash the views first catch up with the log; if that takes longer, the site opens and they catch up meanwhile. */
const catchUpMs = 10_000;

/** Makes the first admin, fills an empty directory, and returns sentences on how to log in. */
export async function prepareContent(
  site: Site,
  { config, logger, seedFolder, isTerminal = false, print }: ContentOptions,
  onWait: (stores: Stores) => void,
): Promise<readonly string[]> {
  const { stores, projector } = site;
  const waiting = {
    stores: serversAmong(stores, config),
    logger,
    onWait: () => onWait(stores),
  };
  return withStores(waiting, async () => {
    const { dataDir, admin: credentials } = config;
    const { accounts, log } = stores;
    const adminLogin = await ensureFirstAdmin({ accounts, dataDir, credentials, isTerminal });
    const seeded = seedFolder === null ? null : await seed(site, config, seedFolder, print);
    await projector.waitUntilVisible(await log.head(), catchUpMs);
    return [adminLogin, ...ownerLogin(seeded, isTerminal ? null : demonstrationLoginFile(dataDir))];
  });
}

async function seed(
  { stores, secrets }: Site,
  { dataDir, timeZone }: Config,
  seedFolder: string,
  print: ContentOptions['print'],
): Promise<SeedReport> {
  const started = performance.now();
  const report = await seedDirectory({
    ...stores,
    icNumberKey: secrets.icNumberKey,
    saveImage: imageSaver(stores.images),
    seedFolder,
    dataDir,
    timeZone,
    clock: systemClock,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (report.outcome === 'seeded')
    print(`Filled the empty directory with ${report.listings} places in ${seconds} s.`);
  return report;
}

/** With the path of the file instead of the password, if one is given. */
function ownerLogin(report: SeedReport | null, file: string | null): string[] {
  if (!report?.ownerLogin) return [];
  const { email, password } = report.ownerLogin;
  const where = file === null ? `with the password "${password}"` : `with the password in ${file}`;
  return [`Demonstration owner: "${email}" ${where} (page: /user/userlogin).`];
}
