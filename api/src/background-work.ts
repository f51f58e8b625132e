import { repeat } from '@directory/domain/shared/timers';
import { holderName, startDailyAnchor } from '@directory/projections';
import { systemClock } from './clock.ts';
import { resumeErasures } from './accounts/erase-owner.ts';
import { deleteReplacedPhotos } from './images/replaced-photos.ts';
import { linkTokens } from './mail/link-tokens.ts';
import { startNotifier } from './mail/notifier.ts';
import type { Site, SiteOptions } from './open-site.ts';
import { openMailer } from './stores.ts';

type Options = Pick<SiteOptions, 'config' | 'logger'>;

const minuteMs = 60_000;

/** Completes the erasures that a crash or an outage interrupted: their owners can no longer log in to ask again. */
export function completeErasures(site: Site, { config, logger }: Options) {
  const { dataDir } = config;
  const deps = { ...site, dataDir, clock: systemClock, endSessions: site.sessions.end };
  const onFailure = (error: unknown) =>
    logger.warn({ err: error }, 'an erasure could not be completed');
  return repeat(async () => {
    try {
      const erased = await resumeErasures(deps, onFailure);
      if (erased > 0) logger.info({ erased }, 'interrupted erasures were completed');
    } catch (error) {
      onFailure(error);
    }
    return 10 * minuteMs;
  });
}

/** Deletes drafts and long-replaced photographs daily, at first when a start is done with its views. Several processes may. */
export function deleteOldPhotos({ stores }: Site, { config, logger }: Options) {
  const keepDays = config.keepReplacedPhotosDays;
  const keepApproved = config.site.keepLastApprovedPublic;
  return repeat(async () => {
    const deps = { log: stores.log.stored, images: stores.images };
    try {
      await deps.images.removeDrafts();
      const now = systemClock();
      if (keepDays > 0) await deleteReplacedPhotos(deps, { keepDays, keepApproved, now });
    } catch (error) {
      logger.warn({ err: error }, 'replaced photographs could not be deleted');
    }
    return 24 * 60 * minuteMs;
  }, 10 * minuteMs);
}

/** Sends what is queued, by any of the processes that share the accounts: one of them sends at a time. */
export function sendMails(
  { stores, views, secrets, sessions }: Site,
  { config, logger }: Options,
  url: string,
) {
  return startNotifier({
    ...stores,
    mailer: openMailer(config),
    holder: holderName(),
    links: linkTokens(secrets.tokenKey, sessions.tokenKey),
    siteUrl: config.publicUrl ?? url,
    timeZone: config.timeZone,
    clock: systemClock,
    logger,
    countWaitingListings: () => countWaitingListings({ stores, views }),
  });
}

/** Without those of the demonstration, which nobody has to review. */
export async function countWaitingListings({
  stores,
  views,
}: Pick<Site, 'stores' | 'views'>): Promise<number> {
  const waiting = await stores.views.find(views.listings, { status: 'pending' });
  return waiting.filter(({ demonstration }) => !demonstration).length;
}

/** Logs a line a day that proves later what the log held. Where the projector is a process of its own, it does so. */
export function logAnchors({ stores }: Site, { logger }: Options) {
  return startDailyAnchor({
    log: stores.log.stored,
    store: stores.views,
    holder: holderName(),
    onAnchor: (anchor) => logger.info(anchor, 'anchor'),
    onFailure: (error) => logger.warn({ err: error }, 'anchor-failed'),
  });
}
