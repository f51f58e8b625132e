import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { findChromium, newVisitor, openBrowser, warnNoBrowser, type Visitor } from './browser.ts';
import { startSite, type Site } from './site.ts';
import { newTeardown } from './teardown.ts';

// Those of the running test file.
export let site: Site;
export let visitor: Visitor;
export let page: Page;
let browser: Browser;

const chromium = findChromium();
if (chromium === null) warnNoBrowser();
/** For `describe.skipIf`; the reason is printed above. */
export const hasNoBrowser = chromium === null;

const fileTeardown = newTeardown();
const testTeardown = newTeardown();

type FixtureOptions = {
  /** Settings of the program. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options of the visitor's browser. */
  readonly visitor?: BrowserContextOptions;
  /** Whether each test continues on the page of the one before; otherwise each has a visitor with empty storage. */
  readonly sharedPage?: boolean;
  /** What the tests expect to be there, once the site and the browser are. */
  readonly prepare?: () => Promise<void>;
};

/**
 * One site and one browser for the tests of a file, which are closed even if they fail. A test that is run again gets others, as what
 * it did or broke is in these; where it continues what other tests began, it gets the same.
 */
export function setUpFixture(options: FixtureOptions = {}): void {
  let start = Promise.resolve();
  let first: string | undefined;
  const close = async () => {
    // Includes what was still opening when a hook timed out.
    await start.catch(() => undefined);
    await fileTeardown.closeAll();
  };
  beforeAll(() => (start = startFixture(options)));
  afterAll(close);
  beforeEach(async ({ task }) => {
    first ??= task.id;
    const isAlone = !options.sharedPage || task.id === first;
    if (!task.result?.retryCount || !isAlone) return;
    await close();
    await (start = startFixture(options));
  });
  if (options.sharedPage) skipAfterFailure();
  else beforeEach(() => replaceVisitor(options.visitor));
  afterEach(() => testTeardown.closeAll());
}

/** Another visitor with a browser context of their own, closed after the test. */
export async function openVisitor(options: BrowserContextOptions = {}): Promise<Visitor> {
  const opened = await newVisitor(browser, options);
  testTeardown.add(opened.close);
  return opened;
}

/** Makes a new visitor the one of the test. */
export async function replaceVisitor(options: BrowserContextOptions = {}): Promise<void> {
  setVisitor(await openVisitor(options));
}

/**
 * Opens a page and again until it has its own fonts, for tests of what fits into a line: fonts that come late on a busy machine are
 * used by the next page only.
 */
export async function openWithFonts(path: string, onPage: Page = page): Promise<void> {
  await expect
    .poll(
      async () => {
        await open(path, onPage);
        await onPage.waitForLoadState('networkidle');
        return onPage.evaluate(hasOwnFonts);
      },
      { message: `the fonts of ${path}` },
    )
    .toBe(true);
}

/** Runs in the page. */
function hasOwnFonts(): boolean {
  const widthIn = (family: string) => {
    const text = document.createElement('span');
    Object.assign(text.style, { position: 'absolute', fontSize: '100px', fontFamily: family });
    text.textContent = 'Kampong Bharu';
    document.body.append(text);
    const { width } = text.getBoundingClientRect();
    text.remove();
    return width;
  };
  return ['Petrona', 'Source Sans'].every(
    (family) => widthIn(`'${family}', monospace`) !== widthIn('monospace'),
  );
}

/** Opens a page of the site and waits until React handles its clicks, which is later than it can be read. */
export async function open(path: string, onPage: Page = page): Promise<Response | null> {
  const response = await onPage.goto(site.url + path);
  await onPage.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) =>
      key.startsWith('__reactContainer'),
    ),
  );
  return response;
}

/** Expects no error in the console and no request to another machine so far. */
export async function expectNoProblems(by: Visitor = visitor): Promise<void> {
  await flushRequests(by.page);
  expect(by.problems).toEqual([]);
  expect(by.externalRequests).toEqual([]);
}

/** Makes a request of the page, so that those that it sent before have been recorded when this resolves. */
export async function flushRequests(onPage: Page = page): Promise<void> {
  await onPage.evaluate(() => fetch('/robots.txt').then((response) => response.text()));
}

async function startFixture(options: FixtureOptions): Promise<void> {
  site = await startSite(fileTeardown, options.env);
  browser = await openBrowser(chromium ?? '');
  fileTeardown.add(() => browser.close());
  if (options.sharedPage) setVisitor(await newVisitor(browser, options.visitor));
  await options.prepare?.();
}

/** Tests that share a page depend on the ones before. */
function skipAfterFailure(): void {
  let failed: string | null = null;
  beforeEach(({ task, skip }) => {
    if (failed !== null && failed !== task.name) skip(`after the failure of: ${failed}`);
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') failed = task.name;
    else if (failed === task.name) failed = null;
  });
}

function setVisitor(current: Visitor): void {
  visitor = current;
  page = current.page;
}
