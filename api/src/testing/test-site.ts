import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import { tokenIssuer } from '../accounts/tokens.ts';
import { systemClock, type Clock } from '../clock.ts';
import { readConfig, type Config } from '../config.ts';
import type { PageRenderer } from '../contracts/page-renderer.ts';
import type { Geocoder } from '../geocoder/geocoder.ts';
import { listen } from '../http/listen.ts';
import { createLogger, openSite, type Site } from '../server.ts';
import { httpClient, type HttpClient } from './http-client.ts';
import { testServers } from './test-servers.ts';

export type { Answer } from './http-client.ts';

export type TestSite = HttpClient & {
  readonly url: string;
  readonly dataDir: string;
  readonly config: Config;
  readonly site: Site;
  /** Somebody with a valid token. Has no account: the site looks none up. */
  readonly signIn: (role: 'user' | 'admin', fullName?: string) => Person;
  /** Every event in the log. */
  readonly events: () => Promise<readonly RecordedEvent[]>;
  /** Until the views show everything that is in the log. */
  readonly caughtUp: () => Promise<void>;
  /** What was appended while something was done. */
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
  /** As in the environment. Without any, nothing is limited. */
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
};

/** The whole site on a port of this machine, with a data folder of its own that `stop` removes. */
export async function startTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const {
    settings = {},
    clock = systemClock,
    geocoder = null,
    webRoot = null,
    renderer = null,
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
  const site = await openSite({ config, geocoder, clock, logger, webRoot, renderer });
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith(site.app);
  const issueToken = tokenIssuer(site.secrets.tokenKey, clock);
  const events = (after = startOfLog) => site.stores.log.readAll({ after, limit: 100_000 });

  return {
    ...httpClient(url),
    url,
    dataDir,
    config,
    site,
    logged,
    signIn(role, fullName = 'Somebody') {
      const id = randomUUID();
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

async function catchUp({ stores, projector }: Site): Promise<void> {
  const head = await stores.log.head();
  if (!(await projector.waitUntilVisible(head, 30_000)))
    throw new Error(`the views did not reach ${head}`);
}
