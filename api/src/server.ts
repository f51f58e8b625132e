import type { RequestListener } from 'node:http';
import { pingAll } from '@directory/projections';
import Koa from 'koa';
import { ensureFirstAdmin, loginFile } from './accounts/generated-logins.ts';
import { completeErasures, deleteOldPhotos, logAnchors, sendMails } from './background-work.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { AppDeps } from './http/app.ts';
import { unavailable } from './http/errors.ts';
import { listen, requestListener } from './http/listen.ts';
import { problems } from './http/middleware/problems.ts';
import { isHttps, pagePolicy, securityHeaders } from './http/middleware/security-headers.ts';
import type { RequestState } from './http/middleware/session.ts';
import { imageSaver } from './images/save-image.ts';
import { isLoopback } from './network-address.ts';
import { openSite, type Site } from './open-site.ts';
import { isNavigation } from './routes/pages.ts';
import { seedDirectory, type SeedReport } from './seed/seed-directory.ts';
import { answerReadiness, type Pingable } from './store-outages.ts';
import { openGeocoder } from './stores.ts';

export type ServeOptions = Pick<AppDeps, 'builtPages' | 'config' | 'logger'> & {
  /** The folder of the places that fill an empty directory. */
  readonly seedFolder: string;
  /** Whether an empty directory is left empty; a filling that was interrupted is completed all the same. */
  readonly startEmpty?: boolean;
  /** Whether only the operator reads what is printed, which then contains generated passwords. */
  readonly isTerminal?: boolean | undefined;
  /** Prints a sentence for the operator. */
  readonly print: (sentence: string) => void;
  /** Called before the address is printed, so that whoever read it can stop the server. */
  readonly onServing?: (server: RunningServer) => void;
};

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
    site = await openSite({
      ...options,
      clock: systemClock,
      geocoder: openGeocoder(config),
      onWait: (stores) => listening.answerWith(startupApp(stores)),
    });
    const logins = await prepareContent(site, options);
    const mails = sendMails(site, options, listening.url);
    const anchors = config.projector === 'external' ? null : logAnchors(site, options);
    const jobs = [completeErasures(site, options), deleteOldPhotos(site, options)];
    const { app, close } = site;
    listening.answerWith(app);
    const running: RunningServer = {
      async stop() {
        for (const job of jobs) job.end();
        // All at once: a silent mail server must not keep the port open.
        await Promise.all([listening.stop(stopTimeoutMs), anchors?.stop(), mails.stop()]);
        // Before the jobs have ended, as one may wait for a store.
        await close();
        await Promise.all(jobs.map(({ ended }) => ended));
      },
    };
    options.onServing?.(running);
    announce(options, listening.url, logins);
    return running;
  } catch (error) {
    await listening.stop(0);
    await site?.close();
    throw error;
  }
}

/**
 * Answers while the site opens its stores or waits for them: alive, not ready, and 503 with Retry-After for the rest. People get a
 * page that reloads by itself.
 */
function startupApp(stores: Pingable): RequestListener {
  const app = new Koa<RequestState>();
  app.use(securityHeaders(null));
  app.use(problems(() => undefined));
  app.use(async (ctx) => {
    if (ctx.path === '/healthz') ctx.body = { status: 'ok' };
    else if (ctx.path === '/readyz') answerReadiness(ctx, await pingAll(stores), false);
    else if (isNavigation(ctx)) {
      const { status, headers } = unavailable();
      ctx.status = status;
      ctx.set({ ...headers, Refresh: '5', 'Content-Security-Policy': startupPolicy });
      ctx.body = startupPage;
    } else throw unavailable();
  });
  return requestListener(app);
}

/** Inline, as the built style sheets may have changed or be missing. The colours are those of `tokens.css`. */
const startupStyle = `
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 20vh 1.5rem; text-align: center; font: 1.0625rem/1.6 sans-serif;
    color: light-dark(#2a241b, #f2ead7); background: light-dark(#fbf6e9, #141a16); }
  h1 { font: 600 2rem/1.2 serif; color: light-dark(#1c4f3b, #9dd2b2); }
`;
const startupPolicy = pagePolicy(null, { styles: [startupStyle], scripts: [] });
const startupPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kampong Bharu Directory</title>
<style>${startupStyle}</style>
<h1>The directory is starting</h1>
<p>This page will reload by itself. It may take a few minutes.</p>
</html>
`;

function announce(
  { config, print, builtPages }: ServeOptions,
  url: string,
  logins: readonly string[],
): void {
  const { publicUrl } = config;
  print(`The directory is at ${publicUrl === null ? url : `${publicUrl}, and listens at ${url}`}`);
  if (builtPages === null) print('The pages are not built: only the API is available.');
  print(`Data folder: ${config.dataDir}`);
  logins.forEach(print);
  if (isOpenWithoutTls(config))
    print(
      'Warning: passwords cross the network unencrypted. Put a proxy with a certificate in front, and set PUBLIC_URL and TRUST_PROXY.',
    );
}

function isOpenWithoutTls({ host, publicUrl, trustedProxies }: Config): boolean {
  if (isHttps(publicUrl)) return false;
  const isPublic = publicUrl !== null && !isLoopback(new URL(publicUrl).hostname);
  return isPublic || (!isLoopback(host) && trustedProxies === 0);
}

/** After a crash the views first catch up with the log; if that takes longer, the site opens and they catch up meanwhile. */
const catchUpMs = 10_000;
/** After the directory was filled: nobody knows yet how many places there are, so a site without most of them would look complete. */
const firstCatchUpMs = 600_000;

/** Makes the first admin, fills an empty directory, and returns sentences on how to log in. */
async function prepareContent(site: Site, options: ServeOptions): Promise<readonly string[]> {
  const { stores, projector } = site;
  const { config, isTerminal = false } = options;
  return site.onceReachable(async () => {
    const { dataDir, admin: credentials } = config;
    const { accounts, log } = stores;
    const adminLogin = await ensureFirstAdmin({ accounts, dataDir, credentials, isTerminal });
    const seeded = await seed(site, options);
    const head = await log.head();
    const isVisible = await projector.waitUntilVisible(head, catchUpMs);
    if (!isVisible && seeded.outcome === 'seeded') {
      options.print('The site opens when its views show all places.');
      await projector.waitUntilVisible(head, firstCatchUpMs);
    }
    return [
      adminLogin,
      ...demonstrationLogin(seeded, isTerminal ? null : loginFile(dataDir, 'owner')),
    ];
  });
}

async function seed(
  { stores, secrets }: Site,
  { config: { dataDir, timeZone }, seedFolder, startEmpty = false, print }: ServeOptions,
): Promise<SeedReport> {
  const started = performance.now();
  const report = await seedDirectory({
    ...stores,
    icNumberKey: secrets.icNumberKey,
    saveImage: imageSaver(stores.images),
    seedFolder,
    startEmpty,
    dataDir,
    timeZone,
    clock: systemClock,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (report.outcome === 'seeded')
    print(`Filled the empty directory with ${report.listings} places in ${seconds} s.`);
  return report;
}

/** The sentence has the path of the file, if one is given, instead of the password. */
function demonstrationLogin({ ownerLogin }: SeedReport, file: string | null): string[] {
  if (!ownerLogin) return [];
  const { email, password } = ownerLogin;
  const where = file === null ? `with the password "${password}"` : `with the password in ${file}`;
  return [`Demonstration owner: "${email}" ${where} (page: /user/userlogin).`];
}
