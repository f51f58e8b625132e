import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { directoryLog } from '@directory/domain';
import type { DirectoryViews, Projector } from '@directory/projections';
import { prepareDataFolder, requireUsable } from '@directory/projections/data-folder';
import {
  accountsFile,
  closeOnFailure,
  openLog,
  openViewStore,
  ownerUnseenUpTo,
  type ReportFile,
} from '@directory/projections/stores';
import type { Logger } from 'pino';
import { AccountsUnavailable, type AccountStore } from './accounts/account-store.ts';
import type { Secrets } from './accounts/secrets.ts';
import type { Sessions } from './accounts/sessions.ts';
import { openSqliteAccounts } from './accounts/sqlite/sqlite-accounts.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { throttledGeocoder, type Geocoder } from './geocoder/geocoder.ts';
import { openNominatim } from './geocoder/nominatim.ts';
import type { RequestMetrics } from './http/middleware/request-log.ts';
import { openDiskImages, type ImageStore } from './images/image-store.ts';
import { smtpMailer, outboxFolder, outboxMailer, type Mailer } from './mail/mailer.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** What the routes and pages of a site are made from. */
export type SiteDeps = {
  readonly config: Config;
  readonly stores: Stores;
  readonly views: DirectoryViews;
  readonly projector: Pick<Projector, 'waitUntilVisible'>;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  /** Null where the site looks up no addresses. */
  readonly geocoder: Geocoder | null;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly metrics: RequestMetrics;
};

type StoreSettings = Pick<Config, 'dataDir' | 'eventstoreUrl' | 'mongodbUrl'> &
  Partial<Pick<Config, 'viewsDatabase'>>;

/**
 * An unreachable server is not an error here: `withStores` waits for it.
 * @throws what the adapters throw when their files cannot be used, with a sentence for the operator.
 */
export async function openStores(config: StoreSettings, report: ReportFile) {
  prepareDataFolder(config.dataDir);
  const opened = await openLog(config);
  const views = await closeOnFailure([opened], () => openViewStore(config, report));
  const { stored, ownerKeys } = opened;
  const log = directoryLog(stored, ownerKeys, (owner) => ownerUnseenUpTo(views, owner));
  const accounts = await closeOnFailure([log, views], () => openAccounts(config));
  const images = await closeOnFailure([log, views, accounts], () => openImages(config));
  return { log, views, accounts, images };
}

export async function openAccounts(config: StoreSettings): Promise<AccountStore> {
  const { mongodbUrl } = config;
  if (mongodbUrl === null) return openSqliteAccounts({ file: accountsFile(config.dataDir) });
  const { openMongoAccounts } = await import('./accounts/mongodb/mongo-accounts.ts');
  return openMongoAccounts({ url: mongodbUrl });
}

/** Does not create accounts in a mistyped folder. @throws AccountsUnavailable if there are none, and OperatorError */
export async function openExistingAccounts(config: StoreSettings): Promise<AccountStore> {
  if (config.mongodbUrl === null && !existsSync(accountsFile(config.dataDir))) {
    requireUsable(config.dataDir);
    throw new AccountsUnavailable(
      `There are no accounts in ${config.dataDir}: set DATA_DIR to the data folder.`,
    );
  }
  return openAccounts(config);
}

export async function openImages({ dataDir, mongodbUrl }: StoreSettings): Promise<ImageStore> {
  if (mongodbUrl === null) return openDiskImages({ folder: join(dataDir, 'uploads') });
  const { openGridFsImages } = await import('./images/gridfs-images.ts');
  return openGridFsImages({ url: mongodbUrl });
}

/** The stores that are servers, which may be unreachable for a while; unusable files stop a start. */
export function serversAmong(
  { log, views, accounts, images }: Stores,
  { eventstoreUrl, mongodbUrl }: StoreSettings,
): Partial<Stores> {
  return {
    ...(eventstoreUrl !== null && { log }),
    ...(mongodbUrl !== null && { views, accounts, images }),
  };
}

export async function closeStores({ log, views, accounts, images }: Stores): Promise<void> {
  await Promise.all([log, views, accounts, images].map((store) => store.close()));
}

export function openGeocoder({ geocoderUrl, publicUrl, site }: Config): Geocoder | null {
  if (geocoderUrl === null) return null;
  const contact = site.contactEmail ?? publicUrl ?? 'an installation without a public address';
  return throttledGeocoder(openNominatim({ url: geocoderUrl, contact }));
}

export function openMailer({ mail: { smtpUrl, from }, dataDir }: Config): Mailer {
  return smtpUrl === null
    ? outboxMailer({ folder: outboxFolder(dataDir), from })
    : smtpMailer({ url: smtpUrl, from });
}
