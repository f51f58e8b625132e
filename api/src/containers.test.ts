import { execFileSync, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createServer } from 'node:tls';
import { runInNewContext } from 'node:vm';
import { openEventStoreDb } from '@directory/domain/event-store/eventstoredb';
import { startGrpcPeer } from '@directory/domain/event-store/eventstoredb/testing';
import { someEvent } from '@directory/domain/testing';
import { listenHere } from '@directory/domain/testing/free-port';
import {
  parseWorkerConfig,
  projectionsSettings,
  workerSettings,
} from '@directory/projections/config';
import { mongoAccess } from '@directory/projections/mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readConfig, settingNames } from './config.ts';
import { startTestSite } from './testing/test-site.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const service = z.object({
  image: z.string(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  restart: z.string(),
  networks: z.array(z.string()).optional(),
  network_mode: z.string().optional(),
  ports: z.array(z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  deploy: z.object({ replicas: z.union([z.string(), z.number()]) }).optional(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  mem_limit: z.string(),
  pids_limit: z.int(),
});
const compose = z
  .object({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
    configs: z.record(z.string(), z.object({ file: z.string() })),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(parse(read('docker-compose.yml'), { merge: true }));
const { services, networks, configs } = compose;
const manifest = z
  .object({ version: z.string(), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));
const dockerfile = read('Dockerfile');
const programs = ['api', 'projector'];
const jobs = ['mongodb-users'];
const running = Object.keys(services).filter((name) => !jobs.includes(name));

const secrets = mkdtempSync(join(tmpdir(), 'secrets-'));
const makeSecrets = (folder = secrets, settings = join(folder, 'none')) =>
  execFileSync(join(root, 'api/container/make-secrets.sh'), [folder, settings], {
    encoding: 'utf8',
  });
const secretOf = (name: string) => readFileSync(join(secrets, name), 'utf8').trim();
const certificateFiles = [
  'ca.crt',
  'eventstore-certificate',
  'eventstore-key',
  'mongodb-certificate',
];
/** Making new ones takes seconds. */
function folderWithCertificates(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  for (const name of certificateFiles) copyFileSync(join(secrets, name), join(folder, name));
  return folder;
}
makeSecrets();
afterAll(() => {
  rmSync(secrets, { recursive: true });
});

function serviceOf(name: string) {
  const found = services[name];
  if (!found) throw new Error(`there is no service ${name}`);
  return found;
}

/** The environment of a service with the defaults of compose, and the secrets where they are here. */
function environmentOf(name: string, folder = secrets): Record<string, string> {
  const entries = Object.entries(serviceOf(name).environment ?? {});
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/^\/run\/secrets/, folder),
    ]),
  );
}

const own = `kampong-bharu-directory:${manifest.version}`;
/** A digest is that of the list of an image's builds, so the processor is free. */
const withoutDigest = (image: string) => image.replace(/@sha256:[0-9a-f]{64}$/, '');
/** Those whose digest could not be confirmed. */
const byVersionAlone = [own, 'eventstore/eventstore:24.10.14'];
const bases = [...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, image]) => image ?? '');

test.each(['eventstore', 'mongodb'])('the tests run the %s that compose runs', (server) => {
  const { image } = serviceOf(server);
  expect(read('domain/src/testing/servers/containers.ts')).toContain(`'${withoutDigest(image)}'`);
});

test.each([...Object.values(services).map(({ image }) => image), ...bases])(
  'the image %s is pinned by its full version and its digest',
  (image) => {
    if (image !== own) expect(withoutDigest(image)).toMatch(/^[a-z/]+:\d+\.\d+\.\d+(-[a-z]+)*$/);
    expect(image === withoutDigest(image)).toBe(byVersionAlone.includes(image));
  },
);

test.each(running)(
  'service %s has a health check, restarts, and waits for healthy services',
  (name) => {
    const { healthcheck, restart, depends_on = {} } = serviceOf(name);
    expect(healthcheck?.test[0]).toBe('CMD');
    expect(restart).toBe('unless-stopped');
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(Object.keys(services)).toContain(other);
      expect(condition).toBe(
        jobs.includes(other) ? 'service_completed_successfully' : 'service_healthy',
      );
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
    const unknown = Object.keys(environmentOf(name)).filter(
      (key) => !known[name]?.includes(key.replace(/_FILE$/, '')),
    );
    expect(unknown).toEqual([]);
  });

  test('and Dockerfile set no setting that is unknown to the API', () => {
    const [line = ''] = /^ENV .*$/m.exec(dockerfile) ?? [];
    const given = [...line.matchAll(/([A-Z_]+)=/g)].map(([, key]) => key ?? '');
    expect(given).toContain('HOST');
    expect(given.filter((key) => key !== 'NODE_ENV' && !settingNames.includes(key))).toEqual([]);
  });

  test('and Dockerfile keep threads to two pools of memory', () => {
    expect(dockerfile).toMatch(/^ENV MALLOC_ARENA_MAX=2$/m);
  });

  test('and the npm scripts that build views run Node with the same options', () => {
    const [, entry = ''] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
    const manifest = z
      .object({
        scripts: z.object({ start: z.string(), projector: z.string(), rebuild: z.string() }),
      })
      .parse(JSON.parse(read('package.json')));
    for (const script of Object.values(manifest.scripts)) {
      const options = script.split(' ').filter((word) => word.startsWith('--'));
      expect(JSON.parse(entry)).toEqual(['node', ...options]);
      expect(options).toContain('--max-semi-space-size=8');
    }
  });

  test('configures the API as replicas behind one proxy, with an external projector', () => {
    expect(readConfig(environmentOf('api'))).toMatchObject({
      eventstoreUrl: secretOf('eventstore-url'),
      mongodbUrl: secretOf('mongodb-api-url'),
      projector: 'external',
      trustedProxies: 1,
      publicUrl: null,
    });
  });

  test('gives the API and the projector the same stores and time zone', () => {
    const { eventstoreUrl, mongodbUrl, viewsDatabase, timeZone } = readConfig(environmentOf('api'));
    const projector = parseWorkerConfig(environmentOf('projector'));
    expect(projector).toMatchObject({ eventstoreUrl, viewsDatabase, timeZone });
    const [ofApi, ofProjector] = [mongodbUrl, projector.mongodbUrl].map(
      (url) => new URL(url ?? ''),
    );
    expect(ofProjector?.host).toBe(ofApi?.host);
    expect(ofProjector?.pathname).toBe(ofApi?.pathname);
    for (const url of [eventstoreUrl, mongodbUrl])
      expect(Object.keys(services)).toContain(new URL(url ?? '').hostname);
  });

  test.each(programs)('runs %s with the command of a script in package.json', (name) => {
    const [file = '', command = ''] = serviceOf(name).command ?? [];
    const program = /^dist\/server\/(\w+)\.js$/.exec(file)?.[1] ?? '';
    const scripts = Object.values(manifest.scripts).map((script) => script.replace(/ --\S+/, ''));
    expect(scripts).toContain(`node api/launch/run.mjs ${program} ${command}`);
    expect(read('vite.server.config.ts')).toContain(`${program}: '`);
  });
});

test('only the proxies publish ports, and each store has a network of its own without the outside', () => {
  const open = Object.keys(services).filter((name) => serviceOf(name).ports !== undefined);
  expect(open).toEqual(['proxy', 'https']);
  const inside = { eventstore: 'events', mongodb: 'views' };
  for (const [store, network] of Object.entries(inside)) {
    expect(serviceOf(store).networks).toEqual([network]);
    expect(networks[network]).toEqual({ internal: true });
  }
  expect(serviceOf('proxy').networks).toEqual(['front']);
});

describe('the proxies', () => {
  const file = read(configs['proxy']?.file ?? '');

  test('forward to the port of the API', () => {
    const port = /PORT=(\d+)/.exec(dockerfile)?.[1] ?? 'none';
    expect(file).toMatch(new RegExp(`name api\\s+port ${port}\\s`));
    expect(file).toContain('\n{$SITE_ADDRESSES} {');
  });

  test('serve plain http on the published port, without a certificate', () => {
    const port = /:(\d+)$/.exec(serviceOf('proxy').ports?.[0] ?? '')?.[1];
    expect(environmentOf('proxy')).toEqual({ SITE_ADDRESSES: `http://:${port}` });
    expect(serviceOf('proxy').volumes).toBeUndefined();
  });

  test('take certificates for PUBLIC_URL, on ports 80 and 443, and keep them', () => {
    const { environment, ports, volumes, deploy } = serviceOf('https');
    expect(environment).toEqual({ SITE_ADDRESSES: 'http://:8080, ${PUBLIC_URL:-}' });
    expect(ports).toEqual(['80:80', '443:443', '443:443/udp']);
    expect(volumes).toEqual(['certificates:/data']);
    expect(deploy?.replicas).toBe('${HTTPS_REPLICAS:-0${PUBLIC_URL:+1}}');
    expect(file).not.toContain('auto_https');
  });
});

describe('the secrets', () => {
  const made = ['eventstore-url', 'mongodb-api-url', 'mongodb-projector-url', 'mongodb-root'];
  const optional = ['admin-password', 'app-secret', 'smtp-url'];
  const names = [...certificateFiles, ...optional, ...made].sort();

  test('are made where they are missing, for nobody else on the machine, and then stay', () => {
    const before = names.map(secretOf);
    makeSecrets();
    expect(readdirSync(secrets).sort()).toEqual(names);
    expect(names.map(secretOf)).toEqual(before);
    const passwords = made.map((name) => /[0-9a-f]{64}/.exec(secretOf(name))?.[0]);
    expect(new Set(passwords).size).toBe(made.length);
    expect(optional.map(secretOf)).toEqual(['', '', '']);
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
  });

  test('can be filled in by their owner where they are settings', () => {
    for (const name of optional) expect(statSync(join(secrets, name)).mode & 0o777).toBe(0o644);
  });

  test('are files that only the services with a use for them get', () => {
    const files = Object.fromEntries(names.map((name) => [name, { file: `./secrets/${name}` }]));
    expect(compose.secrets).toEqual(files);
    const addresses = ['ca.crt', 'eventstore-url'];
    const given = Object.entries(services).map(([name, { secrets = [] }]) => [name, secrets]);
    expect(Object.fromEntries(given)).toEqual({
      ...{ proxy: [], https: [] },
      api: [...addresses, 'mongodb-api-url', 'app-secret', 'admin-password', 'smtp-url'],
      projector: [...addresses, 'mongodb-projector-url'],
      eventstore: ['ca.crt', 'eventstore-certificate', 'eventstore-key', 'eventstore-url'],
      mongodb: ['ca.crt', 'mongodb-certificate', 'mongodb-root'],
      'mongodb-users': ['ca.crt', 'mongodb-root', 'mongodb-api-url', 'mongodb-projector-url'],
    });
    expect(read('.gitignore')).toContain('/secrets/');
    expect(read('.dockerignore')).toMatch(/^secrets$/m);
  });
});

describe('the secrets of settings', () => {
  const settings = {
    APP_SECRET: 'forty characters, so that it is enough..',
    ADMIN_PASSWORD: `nasi "lemak" sedap`,
    SMTP_URL: 'smtps://siti:p%40ss@mail.example:465',
  };
  let folder: string;
  beforeEach(() => {
    folder = folderWithCertificates();
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(join(folder, 'env'), lines.join(''));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('are taken over from the settings of earlier releases, and not printed', () => {
    const printed = makeSecrets(folder, join(folder, 'env'));
    const config = readConfig({
      ...environmentOf('api', folder),
      ...{ ADMIN_USERNAME: 'penghulu', MAIL_FROM: 'mail@directory.example' },
      PUBLIC_URL: 'https://directory.example',
    });
    expect(config).toMatchObject({
      appSecret: settings.APP_SECRET,
      admin: { password: settings.ADMIN_PASSWORD },
      mail: { smtpUrl: settings.SMTP_URL },
    });
    for (const [name, value] of Object.entries(settings)) {
      expect(printed).toContain(name);
      expect(printed).not.toContain(value);
    }
  });

  test('are in the environment of no container', () => {
    const composed = read('docker-compose.yml');
    for (const name of Object.keys(settings)) {
      expect(composed).toContain(`${name}_FILE: /run/secrets/`);
      expect(composed).not.toMatch(new RegExp(`${name}:|\\{${name}`));
    }
  });
});

describe('the certificates of the stores', () => {
  test.each(['eventstore', 'mongodb'])('prove that %s is that of its secret', (store) => {
    expect(Object.keys(services)).toContain(store);
    const certificate = join(secrets, `${store}-certificate`);
    const check = ['-x509_strict', '-purpose', 'sslserver', '-CAfile', join(secrets, 'ca.crt')];
    for (const name of [
      ['-verify_hostname', store],
      ['-verify_ip', '127.0.0.1'],
    ]) {
      const verify = ['verify', ...check, ...name, certificate];
      expect(execFileSync('openssl', verify, { encoding: 'utf8' })).toBe(`${certificate}: OK\n`);
    }
    const { validTo } = new X509Certificate(readFileSync(certificate));
    expect(Date.parse(validTo)).toBeGreaterThan(Date.now() + 9 * 365 * 86_400_000);
  });

  test('are all replaced when that of the authority is missing', () => {
    const folder = folderWithCertificates();
    const contents = () => certificateFiles.map((name) => readFileSync(join(folder, name), 'utf8'));
    const before = contents();
    rmSync(join(folder, 'ca.crt'));
    makeSecrets(folder);
    const after = contents();
    expect(after.filter((content, index) => content === before[index])).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe('EventStoreDB', () => {
  const environment = environmentOf('eventstore');
  const address = secretOf('eventstore-url').replace('/run/secrets', secrets);
  const { username, password } = new URL(address);

  test('is secured by the certificate and the password of the secrets, and by no setting insecure', async () => {
    expect(Object.keys(environment).filter((name) => name.includes('INSECURE'))).toEqual([]);
    const peer = await startGrpcPeer({
      security: {
        certificate: readFileSync(environment['EVENTSTORE_CERTIFICATE_FILE'] ?? ''),
        key: readFileSync(environment['EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE'] ?? ''),
        credentials: `admin:${password}`,
      },
    });
    const { port } = new URL(peer.url);
    const open = (url: string) =>
      openEventStoreDb({
        url: url.replace('eventstore:2113', `localhost:${port}`),
        timeoutMs: 5_000,
      });
    const store = await open(address);
    await store.ping();
    await store.append('business-1', [someEvent()], { expected: 'none' });
    expect(peer.calls.append).toBe(1);
    await store.close();
    const stranger = await open(address.replace(password, 'changeit'));
    await expect(stranger.ping()).rejects.toThrow('refuses the user name or the password');
    await stranger.close();
    peer.stop();
  });

  test('gets its passwords from the secret, and in the environment of no container', () => {
    expect(serviceOf('eventstore').entrypoint).toEqual(['sh', '/start.sh']);
    const script = read(configs['eventstore']?.file ?? '')
      .replaceAll('/run/secrets', secrets)
      .replace('/opt/eventstore/EventStore.ClusterNode', 'env');
    const server = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: {} }).split('\n');
    expect(username).toBe('admin');
    for (const user of ['ADMIN', 'OPS'])
      expect(server).toContain(`EVENTSTORE_DEFAULT_${user}_PASSWORD=${password}`);
    expect(Object.keys(environment).filter((name) => name.includes('PASSWORD'))).toEqual([]);
  });
});

describe('MongoDB', () => {
  const optionsOf = ({ command = [] }: z.output<typeof service>) =>
    new Map(command.map((word) => word.split('=')).map(([name, value]) => [name, value]));

  test('requires TLS, with the certificate of its secret, which the driver trusts', async () => {
    const options = optionsOf(serviceOf('mongodb'));
    expect(options.get('--tlsMode')).toBe('requireTLS');
    const pem = readFileSync(join(secrets, basename(options.get('--tlsCertificateKeyFile') ?? '')));
    const greetings: Buffer[] = [];
    const server = createServer({ cert: pem, key: pem }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => greetings.push(bytes)).on('data', () => socket.end());
    });
    const port = await listenHere(server);
    const url = secretOf('mongodb-api-url')
      .replace('mongodb:27017', `localhost:${port}`)
      .replace('/run/secrets', secrets);
    const access = mongoAccess({ url, what: 'the accounts', Unavailable: Error });
    await expect(access.ping()).rejects.toThrow('the accounts in MongoDB cannot be reached');
    await access.close();
    server.close();
    expect(Buffer.concat(greetings).toString('latin1')).toContain('kampong-bharu-directory');
  });

  test('is reached with TLS where the secrets are of an earlier release', () => {
    const folder = folderWithCertificates();
    const users = ['api', 'projector'];
    const earlier = (user: string) =>
      `mongodb://${user}:secret@mongodb:27017/kampong_bharu?authSource=admin`;
    for (const user of users) writeFileSync(join(folder, `mongodb-${user}-url`), earlier(user));
    makeSecrets(folder);
    makeSecrets(folder);
    for (const user of users)
      expect(readFileSync(join(folder, `mongodb-${user}-url`), 'utf8')).toBe(
        `${earlier(user)}&tls=true&tlsCAFile=/run/secrets/ca.crt`,
      );
    rmSync(folder, { recursive: true });
  });
});

describe('the users of MongoDB', () => {
  test('are asked for by the server, and made beside it', () => {
    expect(serviceOf('mongodb').command).toContain('--auth');
    expect(serviceOf('mongodb-users').network_mode).toBe('service:mongodb');
    expect(serviceOf('mongodb-users').image).toBe(serviceOf('mongodb').image);
  });

  test('are made in a database without users, and get the present passwords later', () => {
    const server = mongoServer();
    server.run();
    expect([...server.users.keys()]).toEqual(['root', 'api', 'projector']);
    const { password } = new URL(secretOf('mongodb-projector-url'));
    const views = { role: 'readWrite', db: environmentOf('api')['MONGODB_VIEWS_DATABASE'] };
    const roles = [{ role: 'owner-keys-reader', db: 'admin' }, views];
    expect(server.users.get('projector')).toEqual({ pwd: password, roles });
    expect(server.users.get('api')).toMatchObject({
      roles: [{ role: 'readWrite', db: 'kampong_bharu' }, views],
    });
    server.users.set('projector', { pwd: 'an older one', roles: [] });
    server.run();
    expect(server.users.get('projector')).toEqual({ pwd: password, roles });
  });

  test('let the projector read nothing of the accounts but the keys of owners', () => {
    const server = mongoServer();
    server.run();
    server.roles.set('owner-keys-reader', []);
    server.run();
    const resource = { db: 'kampong_bharu', collection: 'owner_keys' };
    expect([...server.roles]).toEqual([['owner-keys-reader', [{ resource, actions: ['find'] }]]]);
    const { viewsDatabase, mongodbUrl } = parseWorkerConfig(environmentOf('projector'));
    expect(new URL(mongodbUrl ?? '').pathname).toBe(`/${resource.db}`);
    expect(viewsDatabase).not.toBe(resource.db);
  });

  test('stay as they are when the password of root is another one', () => {
    const server = mongoServer();
    server.users.set('root', { pwd: 'another', roles: ['root'] });
    expect(server.run).toThrow('requires authentication');
    expect([...server.users.keys()]).toEqual(['root']);
  });
});

type User = { readonly pwd: string; readonly roles: readonly unknown[] };
type Role = { readonly privileges: readonly unknown[] };

/** Runs the script as mongosh does, against the rules of a server with `--auth` for a client on its machine. */
function mongoServer() {
  const users = new Map<string, User>();
  const roles = new Map<string, Role['privileges']>();
  const connect = (address: string) => {
    const { username, password } = new URL(address);
    if (username && users.get(username)?.pwd !== password) throw new Error('wrong password');
    const check = () => {
      if (!username && users.size > 0) throw new Error('requires authentication');
    };
    return {
      getUser: (name: string) => users.get(name) ?? null,
      createUser({ user, ...rights }: User & { readonly user: string }) {
        check();
        users.set(user, rights);
      },
      updateUser: (name: string, rights: User) => users.set(name, rights),
      getRole: (name: string) => roles.get(name) ?? null,
      createRole: ({ role, privileges }: Role & { readonly role: string }) =>
        roles.set(role, privileges),
      updateRole: (name: string, { privileges }: Role) => roles.set(name, privileges),
    };
  };
  const load = createRequire(import.meta.url);
  const fs = { readFileSync: (path: string) => secretOf(basename(path)) };
  const require = (name: string): unknown => (name === 'node:fs' ? fs : load(name));
  const script = read(configs['mongodb-users']?.file ?? '');
  const process = { env: environmentOf('mongodb-users') };
  return { users, roles, run: () => void runInNewContext(script, { connect, require, process }) };
}

describe('the health check', () => {
  const addresses = programs.map((name) => new URL(serviceOf(name).healthcheck?.test.at(-1) ?? ''));

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

const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        integrity: z.string().optional(),
        link: z.boolean().default(false),
        dev: z.boolean().default(false),
        hasInstallScript: z.boolean().default(false),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')));

describe('an installation', () => {
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );

  test('takes no package whose content is not the one of the lockfile', () => {
    expect(installed.length).toBeGreaterThan(500);
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  test('runs no script of a package but that of SQLite for an old Node', () => {
    const files = [dockerfile, read('api/launch/set-up.mjs')];
    for (const file of files) {
      const installs = file.match(/\bnpm\W+ci\b(?:(?!\nRUN )[^&;)])*/g) ?? [];
      expect(installs.length).toBeGreaterThan(0);
      for (const install of installs) expect(install).toContain('--ignore-scripts');
    }
    const rebuilt = files.flatMap((file) => [...file.matchAll(/rebuild'?,? '?([\w-]+)/g)]);
    expect(rebuilt.map(([, name]) => name)).toEqual(['oldDriver']);
    // That of protobufjs only prints.
    const scripted = installed.filter(([, { dev, hasInstallScript }]) => !dev && hasInstallScript);
    expect(scripted.map(([path]) => path)).toEqual([
      'node_modules/better-sqlite3-12',
      'node_modules/protobufjs',
    ]);
  });
});

// The image copies the root folder of packages only, and the bundles resolve theirs from there.
test('all packages of the programs are installed in the root folder', () => {
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
