import { startProjector, directoryViews } from '@directory/projections';
import type { Environment } from '@directory/projections/config';
import type { ErasedListings } from '@directory/domain';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { eraseOwner, findTraces, type ErasureReport } from '../erase-owner.ts';
import { closeStores, openExistingAccounts, openStores } from '../stores.ts';
import { NoSuchAccount } from './passwords.ts';

export type EraseCommand = {
  readonly environment: Environment;
  readonly print: (line: string) => void;
  readonly email: string;
  readonly listings: ErasedListings;
  /** Without it, nothing is erased. */
  readonly isConfirmed: boolean;
};

/** Erases an owner, also while the site runs. */
export async function runErase(command: EraseCommand): Promise<void> {
  const { environment, print, email, listings, isConfirmed } = command;
  const config = readConfig(environment);
  await (await openExistingAccounts(config)).close();
  const stores = await openStores(config, () => undefined);
  const views = directoryViews(config.timeZone);
  try {
    const owner = await stores.accounts.getOwnerByEmail(email);
    if (!owner) throw new NoSuchAccount({ role: 'owner', name: email });
    if (!isConfirmed) {
      const { listings: ids, photographs } = await findTraces(stores.log.stored, owner.id);
      print(
        `This would erase the account, the key of its personal data, ${count(ids, 'listing')} and ${count(photographs, 'photograph')}. It cannot be undone: to do it, add --yes.`,
      );
      return;
    }
    // Works only where no site does.
    const projector = startProjector({
      log: stores.log,
      store: stores.views,
      views: Object.values(views),
      report: () => undefined,
      standby: true,
    });
    try {
      const endSessions = (ownerId: string) => stores.accounts.endSessions(ownerId);
      const { dataDir } = config;
      const deps = { stores, views, projector, dataDir, clock: systemClock, endSessions };
      const actor = { id: null, role: 'system' } as const;
      describe(await eraseOwner(deps, { ownerId: owner.id, listings, actor })).forEach(print);
    } finally {
      await projector.stop();
    }
  } finally {
    await closeStores(stores);
  }
}

function describe(report: ErasureReport): readonly string[] {
  const { listings, events, photographs, files, areViewsUpToDate } = report;
  const verb = events === 1 ? 'is' : 'are';
  return [
    'Erased: the account and the key of its personal data.',
    `${count(listings, 'listing')}: the owner was erased from each.`,
    `${events} ${events === 1 ? 'event' : 'events'}: the personal data in them ${verb} unreadable.`,
    `${count(photographs, 'photograph')} removed.`,
    ...files.map((name) => `Removed ${name}, which held personal data in the clear.`),
    ...(areViewsUpToDate
      ? []
      : ['Some views are paused or behind: they drop the data when they catch up.']),
    'Left: backups of the accounts (they hold the key), of the views and of the photographs; see docs/privacy.md.',
  ];
}

function count(items: readonly unknown[], noun: string): string {
  return `${items.length} ${noun}${items.length === 1 ? '' : 's'}`;
}
