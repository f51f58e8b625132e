import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectionsSettings, workerSettings } from '@directory/projections/config';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readConfig, settingNames } from './config.ts';
import { startTestSite } from './testing/test-site.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }),
  restart: z.string(),
  networks: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  mem_limit: z.string(),
  pids_limit: z.int(),
});
const { services, networks, configs } = z
  .object({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
    configs: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(parse(read('docker-compose.yml'), { merge: true }));
const manifest = z
  .object({ version: z.string(), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));
const dockerfile = read('Dockerfile');
const programs = ['api', 'projector'];

function serviceOf(name: string) {
  const found = services[name];
  if (!found) throw new Error(`there is no service ${name}`);
  return found;
}

/** The environment of a service with the defaults of compose. */
function environmentOf(name: string): Record<string, string> {
  const entries = Object.entries(serviceOf(name).environment ?? {});
  return Object.fromEntries(
    entries.map(([key, value]) => [key, value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')]),
  );
}

const own = `kampong-bharu-directory:${manifest.version}`;
const bases = [...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, image]) => image ?? '');

test('the tests run the MongoDB that compose runs', () => {
  const { image } = serviceOf('mongodb');
  expect(read('domain/src/testing/servers/containers.ts')).toContain(`'${image}'`);
});

test.each([...Object.values(services).map(({ image }) => image), ...bases])(
  'the image %s is pinned by its full version',
  (image) => {
    expect(image === own || /^[a-z/]+:\d+\.\d+\.\d+(-[a-z]+)*$/.test(image)).toBe(true);
  },
);

test.each(Object.keys(services))(
  'service %s has a health check, restarts, and waits for healthy services',
  (name) => {
    const { healthcheck, restart, depends_on = {} } = serviceOf(name);
    expect(healthcheck.test[0]).toBe('CMD');
    expect(restart).toBe('unless-stopped');
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(Object.keys(services)).toContain(other);
      expect(condition).toBe('service_healthy');
    }
  },
);

test.each(Object.keys(services))(
  'service %s has no rights that it was not given, and bounded memory and processes',
  (name) => {
    const { cap_drop, security_opt, mem_limit, pids_limit } = serviceOf(name);
    expect(cap_drop).toEqual(['ALL']);
    expect(security_opt).toEqual(['no-new-privileges:true']);
    expect(mem_limit).toMatch(/^\d+[mg]$/);
    expect(pids_limit).toBeGreaterThan(0);
  },
);

test('the image runs a Node.js that is supported for a long time', () => {
  for (const image of bases) expect(image).toMatch(/^node:24\./);
});

describe('docker-compose.yml', () => {
  const known: Record<string, readonly string[]> = {
    api: settingNames,
    projector: Object.keys({ ...projectionsSettings, ...workerSettings }),
  };

  test.each(programs)('gives %s no unknown setting', (name) => {
    const unknown = Object.keys(environmentOf(name)).filter((key) => !known[name]?.includes(key));
    expect(unknown).toEqual([]);
  });

  test('and Dockerfile set no setting that is unknown to the API', () => {
    const [line = ''] = /^ENV .*$/m.exec(dockerfile) ?? [];
    const given = [...line.matchAll(/([A-Z_]+)=/g)].map(([, key]) => key ?? '');
    expect(given).toContain('HOST');
    expect(given.filter((key) => key !== 'NODE_ENV' && !settingNames.includes(key))).toEqual([]);
  });

  test('configures the API as replicas behind one proxy, with an external projector', () => {
    expect(readConfig(environmentOf('api'))).toMatchObject({
      eventstoreUrl: 'esdb://eventstore:2113?tls=false',
      mongodbUrl: 'mongodb://mongodb:27017/kampong_bharu',
      projector: 'external',
      trustedProxies: 1,
      publicUrl: null,
    });
  });

  test('gives the API and the projector the same stores and time zone', () => {
    const { EVENTSTORE_URL, MONGODB_URL, SITE_TIME_ZONE } = environmentOf('api');
    const shared = { EVENTSTORE_URL, MONGODB_URL, SITE_TIME_ZONE };
    expect(environmentOf('projector')).toMatchObject(shared);
    for (const url of [EVENTSTORE_URL, MONGODB_URL])
      expect(Object.keys(services)).toContain(/\/\/([a-z]+):/.exec(url ?? '')?.[1]);
  });

  test.each(programs)('runs %s with the command of a script in package.json', (name) => {
    const [file = '', command = ''] = serviceOf(name).command ?? [];
    const program = /^dist\/server\/(\w+)\.js$/.exec(file)?.[1] ?? '';
    expect(Object.values(manifest.scripts)).toContain(
      `node api/launch/run.mjs ${program} ${command}`,
    );
    expect(read('vite.server.config.ts')).toContain(`${program}: '`);
  });
});

test('only the proxy publishes ports, and the stores have no network to the outside', () => {
  const open = Object.keys(services).filter((name) => serviceOf(name).ports !== undefined);
  expect(open).toEqual(['proxy']);
  expect(networks['stores']).toEqual({ internal: true });
  for (const store of ['eventstore', 'mongodb'])
    expect(serviceOf(store).networks).toEqual(['stores']);
});

test('the proxy forwards to the port of the API', () => {
  const file = configs['proxy']?.file ?? '';
  const port = /PORT=(\d+)/.exec(dockerfile)?.[1] ?? 'none';
  expect(read(file)).toMatch(new RegExp(`name api\\s+port ${port}\\s`));
  expect(read(file)).toContain(`:${/:(\d+)'?$/.exec(serviceOf('proxy').ports?.[0] ?? '')?.[1]} {`);
});

describe('the health check', () => {
  const addresses = programs.map((name) => new URL(serviceOf(name).healthcheck.test.at(-1) ?? ''));

  test('requests the port and path of each program', () => {
    const { PROJECTOR_PORT } = environmentOf('projector');
    expect(addresses.map(({ port }) => port)).toEqual(['3000', PROJECTOR_PORT]);
    expect(dockerfile).toContain(`"${String(addresses[0])}"]`);
    expect(new Set(addresses.map(({ pathname }) => pathname)).size).toBe(1);
  });

  test('exits with 0 if the site answers, else with 1', async () => {
    const site = await startTestSite();
    const path = addresses[0]?.pathname ?? '';
    expect(await healthOf(`${site.url}${path}`)).toBe(0);
    expect(await healthOf(`${site.url}/api/nowhere`)).toBe(1);
    await site.stop();
    expect(await healthOf(`${site.url}${path}`)).toBe(1);
  }, 30_000);
});

test('every path that the Dockerfile copies exists', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources = '']) => sources.split(' '),
  );
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((source) => !existsSync(join(root, source)))).toEqual([]);
});

// The image copies the root folder of packages only, and the bundles resolve theirs from there.
test('all packages of the programs are installed in the root folder', () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(read('package-lock.json')));
  const nested = Object.keys(packages).filter((path) =>
    /^(domain|projections|api)\/node_modules\//.test(path),
  );
  expect(nested).toEqual([]);
});

async function healthOf(address: string): Promise<number | null> {
  const child = spawn(process.execPath, [join(root, 'api/container/health.mjs'), address]);
  await once(child, 'close');
  return child.exitCode;
}
