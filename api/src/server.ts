import type { RequestListener } from 'node:http';
import { pingAll } from '@directory/projections';
import Koa from 'koa';
import { completeErasures, deleteOldPhotos, logAnchors, sendMails } from './background-work.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { AppDeps } from './http/app.ts';
import { unavailable } from './http/errors.ts';
import { listen, requestListener } from './http/listen.ts';
import { isLoopback } from './network-address.ts';
import { problems } from './http/middleware/problems.ts';
import type { RequestState } from './http/middleware/session.ts';
import { openSite, type Site } from './open-site.ts';
import { prepareContent, type ContentOptions } from './prepare-content.ts';
import { answerReadiness, type Pingable } from './store-outages.ts';
import { openGeocoder, type Stores } from './stores.ts';

export type ServeOptions = ContentOptions & Pick<AppDeps, 'webRoot' | 'renderer'>;

export type RunningServer = {
  /** Waits for requests in progress, then closes everything. */
  readonly stop: () => Promise<void>;
};

const stopTimeoutMs = 10_000;
/** Longer than filling an empty directory takes; the conversion of an old log takes minutes. */
const slowStartMs = 10_000;

/** Resolves when requests are answered. @throws what prevents the start, with a sentence for the operator. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { config } = options;
  const slowStart = { answer: startupApp({}), graceMs: slowStartMs };
  const listening = await listen(config, slowStart);
  let site: Site | undefined;
  try {
    const onWait = (stores: Stores) => listening.answerWith(startupApp(stores));
    site = await openSite({
      ...options,
      clock: systemClock,
      geocoder: openGeocoder(config),
      onWait,
    });
    const logins = await prepareContent(site, options, onWait);
    const mails = sendMails(site, options, listening.url);
    const anchors = config.projector === 'external' ? null : logAnchors(site, options);
    const jobs = [completeErasures(site, options), deleteOldPhotos(site, options)];
    const { app, close } = site;
    listening.answerWith(app);
    announce(options, listening.url, logins);
    return {
      async stop() {
        for (const job of jobs) job.end();
        // A mail server that is silent would else keep the port open.
        await Promise.all([listening.stop(stopTimeoutMs), anchors?.stop(), mails.stop()]);
        await close();
        await Promise.all(jobs.map(({ ended }) => ended));
      },
    };
  } catch (error) {
    await listening.stop(0);
    await site?.close();
    throw error;
  }
}

/** Answers while the site opens its stores or waits for them: alive, not ready, and 503 with Retry-After for the rest. */
function startupApp(stores: Pingable): RequestListener {
  const app = new Koa<RequestState>();
  app.use(problems(() => undefined));
  app.use(async (ctx) => {
    if (ctx.path === '/healthz') ctx.body = { status: 'ok' };
    else if (ctx.path === '/readyz') answerReadiness(ctx, await pingAll(stores), false);
    else throw unavailable();
  });
  return requestListener(app);
}

function announce(
  { config, print, webRoot }: ServeOptions,
  url: string,
  logins: readonly string[],
): void {
  print(`The directory is at ${config.publicUrl ?? url}`);
  if (webRoot === null) print('The pages are not built: only the API is available.');
  print(`Data folder: ${config.dataDir}`);
  logins.forEach(print);
  if (isOpenWithoutTls(config))
    print(
      'Warning: passwords cross the network unencrypted. Put a proxy with a certificate in front, and set PUBLIC_URL and TRUST_PROXY.',
    );
}

function isOpenWithoutTls({ host, publicUrl, trustedProxies }: Config): boolean {
  if (publicUrl?.startsWith('https:')) return false;
  const isPublic = publicUrl !== null && !isLoopback(new URL(publicUrl).hostname);
  return isPublic || (!isLoopback(host) && trustedProxies === 0);
}
