import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { closeAfter } from '@directory/projections/stores';
import { load, loadProgram, medianLoad, type Load } from './load.ts';
import { alternate, embedded } from './measure.ts';
import { startBuilt, startServer, type Server } from './servers.ts';

/** Packages to install from the npm registry. Directus needs another Node than this program may have. */
const packages = {
  strapi: ['@strapi/strapi@5.54.0', 'better-sqlite3@12.11.1'],
  node: ['node@22.23.3'],
  directus: ['directus@12.4.0'],
};

const installTimeoutMs = 30 * 60_000;
const seconds = 10;

type Place = Readonly<Record<string, unknown>>;

/** Another server with the same places, which everybody may read. */
type Peer = {
  readonly name: string;
  /** Installs it into the folder, starts it there and fills it. */
  readonly start: (folder: string, places: readonly Place[]) => Promise<Server>;
  readonly list: string;
  /** What identifies a place in the list. */
  readonly id: string;
  readonly byId: (id: string) => string;
};

/** Measures the list and one place against content servers with the same places in SQLite, each as it is installed. */
export async function benchPeers(dataDir: string, rounds: number) {
  await closeAfter(startBuilt(embedded, join(dataDir, 'directory'), []), async (directory) => {
    const places = await placesOf(directory, '/api/businesses/approved');
    console.log(`${places.length} places, by ${loadProgram}`);
    const own = `/api/businesses/${String(places[0]?.['id'])}`;
    const content = places.map((place): Place =>
      Object.fromEntries(Object.entries(place).filter(([name]) => !ownNames.includes(name))),
    );

    async function compare(peer: Peer) {
      console.log(`installing ${peer.name} …`);
      await closeAfter(peer.start(join(dataDir, peer.name), content), async (server) => {
        const filled = await placesOf(server, peer.list);
        if (filled.length !== places.length) throw new Error(`it has ${filled.length} places`);
        for (const [name, path, peerPath] of [
          ['the list', '/api/businesses/approved', peer.list],
          ['one place', own, peer.byId(String(filled[0]?.[peer.id]))],
        ] as const) {
          const { ours, theirs } = await alternate(rounds, {
            ours: () => load(directory, { path, headers }, seconds),
            theirs: () => load(server, { path: peerPath, headers }, seconds),
          });
          show(`${name}, times ${peer.name}`, medianLoad(ours), medianLoad(theirs));
        }
      });
    }

    for (const peer of [strapi, directus])
      await compare(peer).catch((error: unknown) => {
        console.error(`${peer.name} could not be measured: ${String(error)}`);
        process.exitCode = 1;
      });
  });
}

/** Fields to which the content servers give a meaning of their own. */
const ownNames = ['id', 'status'];

const headers = { 'Accept-Encoding': 'br' };

/** The places of a list, which some servers send below `data`. */
async function placesOf({ url }: Server, list: string): Promise<readonly Place[]> {
  const answer = (await (await fetch(url + list)).json()) as
    | readonly Place[]
    | { readonly data: readonly Place[] };
  return 'data' in answer ? answer.data : answer;
}

function show(name: string, ours: Load, theirs: Load) {
  const text = ({ rate, cpu }: Load) => `${rate.toFixed(0)}/s at ${cpu.toFixed(0)} us`;
  const times = (ours.rate / theirs.rate).toFixed(0);
  const cost = (theirs.cpu / ours.cpu).toFixed(0);
  console.log(`${name.padEnd(28)} ${times} (CPU ${cost}); ${text(ours)} and ${text(theirs)}`);
}

async function install(folder: string, wanted: readonly string[], env = process.env) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...options, ...wanted], {
    cwd: folder,
    env,
    timeout: installTimeoutMs,
    maxBuffer: 1024 ** 3,
  });
}

const strapi: Peer = {
  name: 'Strapi',
  list: '/api/places?pagination[pageSize]=10000',
  id: 'documentId',
  byId: (id) => `/api/places/${id}`,
  async start(folder, places) {
    await install(folder, packages.strapi);
    for (const [path, content] of Object.entries(strapiFiles(places))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    return startServer([process.execPath, 'server.js'], {
      env: { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
      cwd: folder,
      readyPath: '/api/places',
    });
  },
};

function strapiFiles(places: readonly Place[]): Readonly<Record<string, string>> {
  const factory = (kind: string, options: object) =>
    `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::place.place', ${JSON.stringify(options)});`;
  const config = (value: object) => `module.exports = ${JSON.stringify(value)};`;
  const open = { auth: false };
  return {
    'config/database.js': config({
      connection: {
        client: 'sqlite',
        connection: { filename: 'places.db' },
        useNullAsDefault: true,
      },
    }),
    'config/server.js': `module.exports = { host: '127.0.0.1', port: Number(process.env.PORT), app: { keys: ['bench'] } };`,
    'config/admin.js': config({
      serveAdminPanel: false,
      auth: { secret: 'bench' },
      apiToken: { salt: 'bench' },
      transfer: { token: { salt: 'bench' } },
    }),
    'config/api.js': config({ rest: { maxLimit: 10_000 } }),
    'src/api/place/content-types/place/schema.json': JSON.stringify({
      kind: 'collectionType',
      collectionName: 'places',
      info: { singularName: 'place', pluralName: 'places', displayName: 'Place' },
      options: { draftAndPublish: false },
      attributes: Object.fromEntries(fieldsOf(places).map(([name, type]) => [name, { type }])),
    }),
    'src/api/place/controllers/place.js': factory('Controller', {}),
    'src/api/place/services/place.js': factory('Service', {}),
    'src/api/place/routes/place.js': factory('Router', { config: { find: open, findOne: open } }),
    'public/uploads/.keep': '',
    'places.json': JSON.stringify(places),
    'server.js': `
      const app = require('@strapi/strapi').createStrapi({ appDir: __dirname, distDir: __dirname });
      app.load().then(async () => {
        for (const data of require('./places.json')) await app.documents('api::place.place').create({ data });
        await app.start();
      });`,
  };
}

const directus: Peer = {
  name: 'Directus',
  list: '/items/places?limit=-1',
  id: 'id',
  byId: (id) => `/items/places/${id}`,
  async start(folder, places) {
    // In a folder of its own: adding another package, npm would remove what Node's package installs by itself.
    const runtime = join(folder, 'node');
    await install(runtime, packages.node);
    const bin = join(runtime, 'node_modules/.bin');
    const env = {
      ...process.env,
      PATH: [bin, process.env['PATH']].join(delimiter),
      // Where packages that are compiled find Node's headers.
      npm_config_nodedir: join(
        runtime,
        `node_modules/node/node_modules/node-${process.platform}-${process.arch}`,
      ),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      SECRET: 'bench',
      DB_CLIENT: 'sqlite3',
      DB_FILENAME: 'places.db',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'bench',
      ADMIN_TOKEN: 'bench',
      TELEMETRY: 'false',
      // It refuses requests of more clients than it has time for.
      PRESSURE_LIMITER_ENABLED: 'false',
    };
    await install(folder, packages.directus, env);
    // Directly, as its own command asks the registry for a newer version first.
    const program = join(folder, 'node_modules/@directus/api/dist/cli/run.js');
    const node = join(bin, 'node');
    await promisify(execFile)(node, [program, 'bootstrap'], { cwd: folder, env });
    const server = await startServer([node, program, 'start'], {
      env,
      cwd: folder,
      readyPath: '/server/ping',
    });
    await fillDirectus(server, places).catch(async (error: unknown) => {
      await server.close();
      throw error;
    });
    return server;
  },
};

/** The id of Directus's policy for visitors without an account. */
const publicPolicy = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17';

async function fillDirectus({ url }: Server, places: readonly Place[]): Promise<void> {
  const fields = fieldsOf(places).map(([field, type]) => ({ field, type, schema: {}, meta: {} }));
  const collection = { collection: 'places', schema: {}, fields };
  const permission = { policy: publicPolicy, collection: 'places', action: 'read', fields: ['*'] };
  for (const [path, body] of [
    ['/collections', collection],
    ['/permissions', permission],
    ['/items/places', places],
  ] as const) {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { Authorization: 'Bearer bench', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  }
}

/** The fields of places with their types, by the names that both have for them; text where no place has a value. */
function fieldsOf(places: readonly Place[]): readonly (readonly [string, string])[] {
  return Object.keys(places[0] ?? {}).map((name) => {
    const value = places.map((place) => place[name]).find((each) => each !== null);
    if (typeof value === 'object') return [name, 'json'];
    if (typeof value === 'number') return [name, 'float'];
    return [name, typeof value === 'boolean' ? 'boolean' : 'text'];
  });
}
