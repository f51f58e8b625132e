import type { Logger } from 'pino';
import { ensureFirstAdmin } from './accounts/first-admin.ts';
import { whenStoresAreThere } from './await-stores.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { listen } from './http/listen.ts';
import { openSite, type Site, type SiteOptions } from './open-site.ts';
import { seedDirectory, type SeedReport } from './seed/seed-directory.ts';
import { openGeocoder, serversAmong, type Stores } from './stores.ts';
import { imageKeeper } from './images/keep-image.ts';
import { waitingApp } from './startup-app.ts';

export type ServeOptions = {
  readonly config: Config;
  readonly logger: Logger;
  /** Where the places of the first start are; null to start without any. */
  readonly seedFolder: string | null;
  /** Takes the sentences for the person who starts it. */
  readonly print: (sentence: string) => void;
} & Pick<SiteOptions, 'webRoot' | 'renderer'>;

export type Served = {
  /** Lets requests under way finish, then closes everything. */
  readonly stop: () => Promise<void>;
};

/** Resolves when requests are answered. @throws what stands in the way, with a sentence for the operator. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { config } = options;
  const listening = await listen(config);
  try {
    const onWait = (stores: Stores) => {
      listening.answerWith(waitingApp(stores));
    };
    const { site, logins } = await openPrepared(options, onWait);
    listening.answerWith(site.app);
    announce(options, listening.url, logins);
    return {
      async stop() {
        await listening.stop(graceMs);
        await site.close();
      },
    };
  } catch (error) {
    await listening.stop(0);
    throw error;
  }
}

const graceMs = 10_000;

/** After a crash the views first catch up with the log; if that takes longer, people see them grow. */
const catchUpMs = 10_000;

/** A site that cannot be prepared is closed again: what keeps its views up to date would keep the program from ending. */
async function openPrepared(options: ServeOptions, onWait: (stores: Stores) => void) {
  const { config, logger } = options;
  const geocoder = openGeocoder(config);
  const site = await openSite({ ...options, clock: systemClock, geocoder, onWait });
  const { stores } = site;
  const waiting = {
    stores: serversAmong(stores, config),
    logger,
    onWait: () => {
      onWait(stores);
    },
  };
  try {
    return { site, logins: await whenStoresAreThere(waiting, () => prepare(site, options)) };
  } catch (error) {
    await site.close();
    throw error;
  }
}

/** Returns how to log in. */
async function prepare(site: Site, options: ServeOptions): Promise<readonly string[]> {
  const { accounts, log } = site.stores;
  const { dataDir, admin: credentials } = options.config;
  const adminLogin = await ensureFirstAdmin({ accounts, dataDir, credentials });
  const seed = options.seedFolder === null ? null : await sow(site, options, options.seedFolder);
  await site.projector.waitUntilVisible(await log.head(), catchUpMs);
  return [adminLogin, ...ownerLogin(seed)];
}

async function sow(
  { stores, secrets }: Site,
  { config, print }: ServeOptions,
  seedFolder: string,
): Promise<SeedReport> {
  const { dataDir, timeZone } = config;
  const started = performance.now();
  const report = await seedDirectory({
    ...stores,
    icNumberKey: secrets.icNumberKey,
    keepImage: imageKeeper(stores.images),
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

function ownerLogin(seed: SeedReport | null): string[] {
  if (!seed?.ownerLogin) return [];
  const { email, password } = seed.ownerLogin;
  return [
    `Demonstration owner: "${email}" with the password "${password}" (page: /user/userlogin).`,
  ];
}

function announce(
  { config, print, webRoot }: ServeOptions,
  url: string,
  logins: readonly string[],
): void {
  print(`The directory is at ${config.publicUrl ?? url}`);
  if (webRoot === null) print('The pages are not built: only the API answers.');
  print(`The data lie in ${config.dataDir}`);
  logins.forEach(print);
}
