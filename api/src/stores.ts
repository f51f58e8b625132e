import { join } from 'node:path';
import type { EventStore } from '@directory/domain/event-store';
import type { ViewStore } from '@directory/projections';
import { openLog, openViewStore, type SetAside } from '@directory/projections/stores';
import type { AccountStore } from './accounts/account-store.ts';
import { openSqliteAccounts } from './accounts/sqlite/sqlite-accounts.ts';
import type { Config } from './config.ts';
import { considerate } from './geocoder/considerate.ts';
import type { Geocoder } from './geocoder/geocoder.ts';
import { openNominatim } from './geocoder/nominatim/nominatim.ts';
import { openDiskImages } from './uploads/disk/disk-images.ts';
import type { ImageStore } from './uploads/image-store.ts';

export type Stores = {
  readonly log: EventStore;
  readonly views: ViewStore;
  readonly accounts: AccountStore;
  readonly images: ImageStore;
};

type StoreSettings = Pick<Config, 'dataDir' | 'eventstoreUrl' | 'mongodbUrl'>;

/** @throws what the adapters throw when their files cannot be used, with a sentence for the operator. */
export async function openStores(
  config: StoreSettings,
  report: (event: SetAside) => void,
): Promise<Stores> {
  const log = await openLog(config);
  const views = await openViewStore(config, report);
  return { log, views, accounts: openAccounts(config), images: openImages(config) };
}

export function openAccounts({ dataDir }: StoreSettings): AccountStore {
  return openSqliteAccounts({ file: join(dataDir, 'accounts.db') });
}

function openImages({ dataDir }: StoreSettings): ImageStore {
  return openDiskImages({ folder: join(dataDir, 'uploads') });
}

export async function closeStores({ log, views, accounts, images }: Stores): Promise<void> {
  await Promise.all([log, views, accounts, images].map((store) => store.close()));
}

export function openGeocoder({ geocoderUrl, publicUrl }: Config): Geocoder | null {
  if (geocoderUrl === null) return null;
  const contact = publicUrl ?? 'an installation without a public address';
  return considerate(openNominatim({ url: geocoderUrl, contact }));
}
