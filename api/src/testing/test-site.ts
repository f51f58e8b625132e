import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import { areViewsBuilt } from '@directory/projections';
import { expect, vi } from 'vitest';
import { problemResponse } from '../contracts/site.ts';
import { tokenIssuer } from '../accounts/sessions.ts';
import { systemClock, type Clock } from '../clock.ts';
import { readConfig, type Config } from '../config.ts';
import type { PageRenderer } from '../contracts/page-renderer.ts';
import type { Geocoder } from '../geocoder/geocoder.ts';
import { listen } from '../http/listen.ts';
import { openSite, type Site } from '../open-site.ts';
import { createLogger } from '../logger.ts';
import { samePage } from './page-renderers.ts';
import { httpClient, type Answer, type HttpClient } from './http-client.ts';
import { testServers } from './test-servers.ts';

export type { Answer } from './http-client.ts';

export type TestSite = HttpClient & {
  readonly url: string;
  readonly dataDir: string;
  readonly config: Config;
  readonly site: Site;
  /** A person with a valid token, but no account: the site does not look it up. */
  readonly signIn: (role: 'user' | 'admin', fullName?: string, id?: string) => Person;
  /** Every event in the log. */
  readonly events: () => Promise<readonly RecordedEvent[]>;
  /** Waits until the views contain every event of the log. */
  readonly caughtUp: () => Promise<void>;
  /** The events that `work` appends. */
  readonly appendedBy: (work: () => Promise<unknown>) => Promise<readonly RecordedEvent[]>;
  /** The names of the stored images. */
  readonly images: () => Promise<readonly string[]>;
  /** The lines that were logged. */
  readonly logged: readonly string[];
  readonly stop: () => Promise<void>;
};

export type Person = {
  readonly id: string;
  readonly role: 'user' | 'admin';
  readonly token: string;
};

export type TestSiteOptions = {
  /** Like environment variables. By default without rate limits. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly geocoder?: Geocoder;
  readonly webRoot?: string;
  readonly renderer?: PageRenderer;
};

const unlimited = {
  RATE_LIMIT_LOGIN: '0',
  RATE_LIMIT_REGISTER: '0',
  RATE_LIMIT_VIEW: '0',
  RATE_LIMIT_WRITE: '0',
  RATE_LIMIT_PAGE: '0',
  MAX_WAITING_LISTINGS: '0',
};

/** The whole site on a local port, with a data folder of its own that `stop` removes. */
export async function startTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const {
    settings = {},
    clock = systemClock,
    geocoder = null,
    webRoot = null,
    renderer = samePage(webRoot ?? ''),
  } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'site-'));
  const servers = await testServers();
  const config = readConfig({
    ...unlimited,
    NODE_ENV: 'test',
    ...servers.settings,
    ...settings,
    DATA_DIR: dataDir,
  });
  const logged: string[] = [];
  const logger = createLogger(config.logLevel, { write: (line) => void logged.push(line) });
  const builtPages = webRoot === null ? null : { folder: webRoot, renderer };
  const site = await openSite({ config, geocoder, clock, logger, builtPages });
  if (config.projector !== 'external') await untilBuilt(site);
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith(site.app);
  const issueToken = tokenIssuer(site.sessions.tokenKey, clock);
  const events = (after = startOfLog) => site.stores.log.readAll({ after, limit: 100_000 });

  return {
    ...httpClient(url, waitForViews(site)),
    url,
    dataDir,
    config,
    site,
    logged,
    signIn(role, fullName = 'Somebody', id = randomUUID()) {
      return { id, role, token: issueToken({ id, role, full_name: fullName }) };
    },
    events: () => events(),
    caughtUp: () => catchUp(site),
    async appendedBy(work) {
      const before = await site.stores.log.head();
      await work();
      return events(before);
    },
    images: () => servers.images() ?? readdir(join(dataDir, 'uploads')),
    async stop() {
      await stop(1_000);
      await site.close();
      await servers.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until the views are built; before that, reads are answered 503. */
async function untilBuilt({ stores, views }: Site): Promise<void> {
  const isBuilt = () => areViewsBuilt(stores.views, Object.values(views));
  await vi.waitUntil(isBuilt, { timeout: 30_000, interval: 5 });
}

/** Waits for all views, also those that are being built, for which `waitUntilVisible` does not wait. */
async function catchUp({ stores, projector }: Site): Promise<void> {
  const head = await stores.log.head();
  const isVisible = () => projector.waitUntilVisible(head, 1_000);
  await vi.waitUntil(isVisible, { timeout: 30_000, interval: 25 });
}

/**
 * Waits for the views after a command that was answered before they showed its change, as on a busy machine, so that a test reads the
 * change next. Does not wait for views that are paused or cannot be reached.
 */
function waitForViews({ stores, projector: { waitUntilVisible } }: Site) {
  return async ({ headers }: Answer): Promise<void> => {
    if (!headers.has('x-log-position') || !headers.has('x-stale')) return;
    const isReachable = await stores.views.generations().then(Boolean, () => false);
    if (isReachable) await waitUntilVisible(await stores.log.head(), 30_000);
  };
}

export type Replica = HttpClient & { readonly stop: () => Promise<void> };

/** Another API on the stores of a site, with an external projector. */
export async function startReplica({ config }: TestSite): Promise<Replica> {
  const site = await openSite({
    config: { ...config, projector: 'external' },
    geocoder: null,
    clock: systemClock,
    logger: createLogger('silent', { write: () => undefined }),
    builtPages: null,
  });
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith(site.app);
  return {
    ...httpClient(url),
    async stop() {
      await stop(1_000);
      await site.close();
    },
  };
}

/** Expects a 4xx problem, with nothing stored and no internals in the response. */
export async function expectRefused(
  site: TestSite,
  status: number,
  call: () => Promise<Answer>,
): Promise<void> {
  const files = readdirSync(site.dataDir, { recursive: true });
  const events = await site.appendedBy(async () => {
    const answer = await call();
    expect(answer.status, answer.text).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(problemResponse.strict().parse(answer.json).message).toMatch(/^[A-Z].*[.!]$/);
    expect(answer.text).not.toMatch(/node_modules|\.ts:|\.js:|sqlite|zod|multer/i);
    expect(answer.text).not.toContain(site.dataDir);
  });
  expect(events).toEqual([]);
  expect(readdirSync(site.dataDir, { recursive: true })).toEqual(files);
}

/** The types of events, to check what was appended and that nothing else was. */
export const typesOf = (events: readonly RecordedEvent[]): string[] =>
  events.map(({ type }) => type);

/** Matches any string. */
export const someText: unknown = expect.any(String);
