import type { BusinessId } from '@directory/domain';
import { createQueue } from '@directory/domain/shared/concurrency';
import { NamedError } from '@directory/domain/shared/unknown';
import { viewMonitor } from '@directory/projections';
import {
  beginErasure,
  eraseOwner,
  isErased,
  saveUnlessErased,
  type Erasure,
} from '../accounts/erase-owner.ts';
import { loginGuard } from '../accounts/login-guard.ts';
import { secondFactors } from '../accounts/second-factor.ts';
import { tokenIssuer } from '../accounts/sessions.ts';
import { siteCalendar } from '../clock.ts';
import { businessCommands } from '../commands.ts';
import { quarantineLookup } from '../http/middleware/quarantine.ts';
import { rateLimit, requireBelow } from '../http/middleware/rate-limit.ts';
import { photoDeletion } from '../images/replaced-photos.ts';
import { imageSaver } from '../images/save-image.ts';
import { linkTokens } from '../mail/link-tokens.ts';
import { mailRequests } from '../mail/mail-requests.ts';
import { listingQueries } from '../read-models/listing-queries.ts';
import { publicPlaces } from '../read-models/public-places.ts';
import { operationRecorder } from '../record-operation.ts';
import { logFailures } from '../store-outages.ts';
import type { SiteDeps } from '../stores.ts';
import { siteDescription } from './site.ts';

export type Services = ReturnType<typeof siteServices>;

const maxEditsADay = 200;
const tooManyEdits = 'This business was edited too often today. Please try again tomorrow.';
const maxPhotosADay = 100;
const tooManyPhotos = 'You have uploaded too many photos today. Please try again tomorrow.';
const maxWaitingErasures = 8;

/** So many erasures wait that this one is left to the job that completes interrupted ones. */
export class TooManyErasures extends NamedError {}

/** What routes and pages work with. */
export function siteServices(deps: SiteDeps) {
  const { clock, config, logger, secrets, sessions, stores, views } = deps;
  const { dataDir, publicUrl, requireAdminTotp: isRequired, timeZone } = config;
  const { accounts, images, log, views: reader } = stores;
  const { icNumberKey } = secrets;
  const { ownerKeys } = log;
  const { today, currentYear } = siteCalendar(timeZone, clock);
  const queries = listingQueries(reader, views, config.site);
  const quarantine = quarantineLookup(reader, views);
  const edits = rateLimit(config.rateLimits.write && maxEditsADay, 86_400);
  const photos = rateLimit(config.rateLimits.write && maxPhotosADay, 86_400);
  const erasures = createQueue({
    maxWaiting: maxWaitingErasures,
    full: () => new TooManyErasures(),
  });
  return {
    ...deps,
    accounts,
    commands: businessCommands({
      ...deps,
      queries,
      quarantine,
      saveImage: saveUnlessErased(stores, imageSaver(images)),
      limitPhotos: (account) => requireBelow(photos, account, tooManyPhotos),
    }),
    currentYear,
    describeSite: siteDescription(config, currentYear),
    /**
     * Begins the erasure at once, so that it is completed in any case. The rest is done one at a time, as each reads the whole log and
     * rewrites the views. @throws TooManyErasures, and what the stores throw
     */
    erase: async (erasure: Erasure) => {
      const erasing = { ...deps, endSessions: sessions.end, dataDir };
      await beginErasure(erasing, erasure);
      await erasures(() => eraseOwner(erasing, erasure));
    },
    /** Slows down guessing the password of an account, at the log-in and in a session that was left open. */
    guard: loginGuard(accounts, icNumberKey),
    icNumberKey,
    images,
    /** Whether the erasure of an owner has begun. */
    isErased: (ownerId: string) => isErased(ownerKeys, ownerId),
    isPhotoDeleted: photoDeletion(config.keepReplacedPhotosDays, clock),
    issueToken: tokenIssuer(sessions.tokenKey, clock),
    /** Limits the writes of a client. Routes with another limit get that under the same name. */
    limit: rateLimit(config.rateLimits.write),
    /** Limits the edits of one listing, as each command reads all of them. @throws RequestProblem 429 */
    limitEdits: (id: BusinessId) => requireBelow(edits, id, tooManyEdits),
    links: linkTokens(secrets.tokenKey, sessions.tokenKey),
    log,
    monitor: viewMonitor({ log: log.stored, store: reader, views: Object.values(views) }),
    ownerKeys,
    /** The address of the site for visitors; null if unknown: the one that the client used then takes its place. */
    publicUrl,
    quarantine,
    queries,
    readPlaces: publicPlaces({ queries, reader, views }),
    reader,
    recordOperation: operationRecorder(deps),
    /** Logs why a request fails. */
    report: logFailures(logger),
    requests: mailRequests({ accounts, clock, logger }),
    secondFactors: secondFactors({ accounts, icNumberKey, clock, isRequired }),
    timeZone,
    /** The site's date, as `2026-11-21`. */
    today,
  };
}
