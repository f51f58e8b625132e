import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Null where there is no browser, for tests that then say so and are skipped. */
export function findChromium(): string | null {
  return programs.find((path) => existsSync(path)) ?? null;
}

/** Tells, once for a file of tests, that and why its tests are not run. */
export function tellNoBrowser(): void {
  console.warn(
    `[browser] the tests in a browser are SKIPPED: none of ${programs.join(', ')} is there (on Debian: apt-get install chromium)`,
  );
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

export type Visitor = {
  readonly page: Page;
  /** Everything that a careful person would find in the console: errors, exceptions, and what the security policy stopped. */
  readonly problems: string[];
  /** Requests that wanted to leave this machine. None does. */
  readonly outside: string[];
  /** From now on what matches is no problem: the test itself brings it about. */
  readonly pardon: (broughtAbout: RegExp) => void;
  readonly leave: () => Promise<void>;
};

/** Visits of programs are not counted, and a headless browser says that it is one. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A person with a browser of their own, who has never been here before. */
export async function newVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ userAgent, ...options });
  const outside: string[] = [];
  await context.route(isOutside, async (route) => {
    outside.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' });
  });
  const page = await context.newPage();
  return { page, ...listen(page), outside, leave: () => context.close() };
}

/** Moves down as people do, so that everything that waits to be seen is loaded, and up again. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 400) await scrollTo(page, y);
  await page.waitForLoadState('networkidle');
  await scrollTo(page, 0);
}

/** Adds up, in bytes as they were sent, the scripts that a page loads from now on. */
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

/** Until the browser has drawn it, and told who waits to be seen. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(async (y) => {
    window.scrollTo({ top: y, behavior: 'instant' });
    for (let frames = 0; frames < 2; frames++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  }, top);
}

function isOutside({ protocol, hostname }: URL): boolean {
  return protocol.startsWith('http') && hostname !== '127.0.0.1';
}

function listen(page: Page): Pick<Visitor, 'problems' | 'pardon'> {
  const problems: string[] = [];
  const pardoned: RegExp[] = [];
  const note = (problem: string) => {
    if (!pardoned.some((kind) => kind.test(problem))) problems.push(problem);
  };
  page.on('pageerror', (error) => {
    note(error.message);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
  return { problems, pardon: (broughtAbout) => pardoned.push(broughtAbout) };
}
