import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';

/** Where Chromium may be. The first program has no windows and toolbars, and needs a fifth less of the processor. */
const programs = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Null where there is no browser; the tests are skipped then. */
export function findChromium(): string | null {
  return programs.find((path) => existsSync(path)) ?? null;
}

/** Prints, once for each file, why its tests are skipped. */
export function warnNoBrowser(): void {
  console.warn(
    `[browser] the tests in a browser are SKIPPED: found none of ${programs.join(', ')} (on Debian: apt-get install chromium-headless-shell)`,
  );
}

export function openBrowser(executablePath: string): Promise<Browser> {
  const args = [
    '--no-sandbox',
    // Makes other machines unreachable. A route for them would switch the cache off, which takes the processor a fifth longer.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    `--disable-features=${disabledFeatures.join(',')}`,
  ];
  return chromium.launch({ executablePath, args });
}

const disabledFeatures = [
  // Two hidden pages under the address bar, which cost each new context more than a page of the site.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Of Playwright's own list, which this one replaces.
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
] as const;

export type Visitor = {
  readonly page: Page;
  /** Errors in the console, uncaught exceptions, and violations of the security policy. */
  readonly problems: string[];
  /** Requests to other machines, which fail. */
  readonly externalRequests: string[];
  /** Problems that match are expected from now on. */
  readonly ignoreProblem: (expected: RegExp) => void;
  readonly close: () => Promise<void>;
};

/** The default of a headless browser names it as a bot, whose visits are not counted. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A visitor with a browser context of their own and empty storage. */
export async function newVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ userAgent, ...options });
  const externalRequests: string[] = [];
  context.on('request', (request) => {
    if (isExternal(new URL(request.url()))) externalRequests.push(request.url());
  });
  await context.addInitScript(reportViolations);
  const page = await context.newPage();
  return { page, ...recordProblems(page), externalRequests, close: () => context.close() };
}

/** Scrolls down in steps, so that everything lazy is loaded, and up again. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 400) await scrollTo(page, y);
  await page.waitForLoadState('networkidle');
  await scrollTo(page, 0);
}

/** Sums the transferred bytes of the scripts that a page loads from now on. */
export function watchScripts(page: Page): { readonly sentSize: () => Promise<number> } {
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request);
  });
  return {
    sentSize: async () => {
      const sizes = await Promise.all(scripts.map((script) => script.sizes()));
      return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    },
  };
}

/** Waits until the browser has painted and notified its intersection observers. @throws when it paints nothing for 15 s */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(async (y) => {
    window.scrollTo({ top: y, behavior: 'instant' });
    for (let frames = 0; frames < 2; frames++)
      await new Promise((resolve, reject) => {
        requestAnimationFrame(resolve);
        setTimeout(() => reject(new Error(`no frame was painted at ${y} px`)), 15_000);
      });
  }, top);
}

function isExternal({ protocol, hostname }: URL): boolean {
  return protocol.startsWith('http') && hostname !== '127.0.0.1';
}

/** Runs in the page. Chromium itself reports most violations of the security policy, but not an eval whose error is caught. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`The policy ${effectiveDirective} forbids ${blockedURI}.`),
  );
}

function recordProblems(page: Page): Pick<Visitor, 'problems' | 'ignoreProblem'> {
  const problems: string[] = [];
  const ignored: RegExp[] = [];
  const record = (problem: string) => {
    if (!ignored.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  page.on('pageerror', (error) => record(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') record(message.text());
  });
  return { problems, ignoreProblem: (expected) => ignored.push(expected) };
}
