import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { findChromium, newVisitor, openBrowser, tellNoBrowser, type Visitor } from './browser.ts';
import { newTeardown } from './teardown.ts';
import { startSite, type Site } from './site.ts';

// What the tests of a file play on, and who is there just now. Every file of tests loads this module anew,
// so these change under its tests and under nobody else's.
export let site: Site;
export let visitor: Visitor;
export let page: Page;
let browser: Browser;

const chromium = findChromium();
if (chromium === null) tellNoBrowser();
/** For `describe.skipIf`; why tests are skipped has been told then. */
export const hasNoBrowser = chromium === null;

const scenery = newTeardown();
const guests = newTeardown();

type StageOptions = {
  /** Settings of the program. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the browser of the visitor is like. */
  readonly visitor?: BrowserContextOptions;
  /** Whether tests go on where the last one ended; otherwise each has a visitor who has never been here. */
  readonly goesOn?: boolean;
};

/** One site and one browser for the tests of a file, which are closed whatever happens. */
export function openStage(options: StageOptions = {}): void {
  let setting = Promise.resolve();
  beforeAll(() => (setting = setStage(options)));
  afterAll(async () => {
    // Also what was still being opened when the hook above ran out of time.
    await setting.catch(() => undefined);
    await scenery.closeAll();
  });
  if (!options.goesOn) beforeEach(() => arrive(options.visitor));
  afterEach(() => guests.closeAll());
}

/** Somebody with a browser of their own, who leaves when the test is over. */
export async function invite(options: BrowserContextOptions = {}): Promise<Visitor> {
  const guest = await newVisitor(browser, options);
  guests.add(guest.leave);
  return guest;
}

/** Makes somebody new the visitor of a test. */
export async function arrive(options: BrowserContextOptions = {}): Promise<void> {
  enter(await invite(options));
}

/** Opens a page of the site and waits until it answers to whoever clicks, which is later than it can be read. */
export async function open(path: string, reader: Page = page): Promise<Response | null> {
  const response = await reader.goto(site.url + path);
  await reader.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) =>
      key.startsWith('__reactContainer'),
    ),
  );
  return response;
}

/** That the visitor met no error, and nothing that wanted to leave this machine. */
export function expectNoTrouble(): void {
  expect(visitor.problems).toEqual([]);
  expect(visitor.outside).toEqual([]);
}

async function setStage(options: StageOptions): Promise<void> {
  site = await startSite(scenery, options.env);
  browser = await openBrowser(chromium ?? '');
  scenery.add(() => browser.close());
  if (options.goesOn) enter(await newVisitor(browser, options.visitor));
}

function enter(somebody: Visitor): void {
  visitor = somebody;
  page = somebody.page;
}
