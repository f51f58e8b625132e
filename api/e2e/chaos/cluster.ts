import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@directory/domain/testing/free-port';
import { newMongoDatabase } from '../../../projections/src/testing/mongo-database.ts';
import { startProgram, startProjector } from '../program.ts';
import { eventServerTarget, connectionTarget, programTarget, type Target } from './targets.ts';

export const admin = { username: 'chaos-admin', password: 'a long enough password' };

/** Running servers to test with; null for one of our own. */
export type Servers = { readonly eventstoreUrl: string | null; readonly mongodbUrl: string | null };

export type Cluster = {
  /** Its stores, for the output. */
  readonly description: string;
  /** The environment of every program. */
  readonly env: Readonly<Record<string, string>>;
  readonly replicas: readonly string[];
  readonly targets: readonly Target[];
  /** Ends the programs and leaves the stores. */
  readonly stopPrograms: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** Two replicas of the API and two projectors, each a process, over stores of a cluster. */
export async function startCluster(servers: Servers): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chaos-'));
  const clean: (() => Promise<void>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const remove = async () => {
    const failed: unknown[] = [];
    for (const step of clean.toReversed())
      await step().catch((error: unknown) => void failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'The cluster could not be removed.');
  };
  const register = async <T extends Target>(started: Promise<T>): Promise<T> => {
    const target = await started;
    clean.push(target.stop);
    return target;
  };
  try {
    const stores = await openStores(servers, { dataDir, register, clean });
    const env = { ...settings, ...stores.env };
    const programs: Target[] = [];
    for (const name of ['projector 1', 'projector 2'])
      programs.push(await register(projector(name, dataDir, env)));
    const replicas: string[] = [];
    for (const name of ['API 1', 'API 2']) {
      const port = await freePort();
      programs.push(await register(replica(name, { dataDir, env, port })));
      replicas.push(`http://127.0.0.1:${port}`);
    }
    return {
      description: stores.description,
      env: { ...stores.env, DATA_DIR: dataDir },
      replicas,
      targets: [...stores.targets, ...programs],
      stopPrograms: async () => {
        for (const program of programs.toReversed()) await program.stop();
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const settings = {
  PROJECTOR: 'external',
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_VIEW: '0',
  RATE_LIMIT_WRITE: '0',
  RATE_LIMIT_LOGIN: '0',
  RATE_LIMIT_REGISTER: '0',
};

type Environment = Readonly<Record<string, string>>;

async function projector(name: string, dataDir: string, env: Environment): Promise<Target> {
  const port = await freePort();
  return programTarget(name, () => startProjector({ dataDir, env, port }));
}

function replica(
  name: string,
  options: { readonly dataDir: string; readonly env: Environment; readonly port: number },
): Promise<Target> {
  return programTarget(name, () => startProgram({ ...options, args: ['--empty'] }));
}

type Opening = {
  readonly dataDir: string;
  readonly register: <T extends Target>(started: Promise<T>) => Promise<T>;
  readonly clean: (() => Promise<void>)[];
};

async function openStores({ eventstoreUrl, mongodbUrl }: Servers, opening: Opening) {
  const { register, dataDir } = opening;
  const events = eventstoreUrl
    ? await register(connectionTarget('the events', directly(eventstoreUrl, 'esdb')))
    : await register(eventServerTarget(join(dataDir, 'events.ndjson')));
  const views = mongodbUrl ? await openViews(mongodbUrl, opening) : null;
  const description = [
    eventstoreUrl
      ? 'events in the server of EVENTSTORE_URL, whose connection is cut and stalled'
      : 'events in a simulated EventStoreDB, which is killed (no EVENTSTORE_URL)',
    views
      ? 'views, accounts and images in the server of MONGODB_URL, whose connection is cut and stalled'
      : 'views and accounts in SQLite, without faults (no MONGODB_URL)',
  ].join('; ');
  const env = { EVENTSTORE_URL: events.url, ...(views && { MONGODB_URL: views.url }) };
  return { description, env, targets: views ? [events, views] : [events] };
}

async function openViews(mongodbUrl: string, { register, clean }: Opening) {
  const database = newMongoDatabase(directly(mongodbUrl, 'mongodb'));
  clean.push(database.drop);
  const url = new URL(database.url);
  // Otherwise the driver would connect to the address that the server announces.
  url.searchParams.set('directConnection', 'true');
  return register(connectionTarget('the views', url.href));
}

/** A faulty connection leads to one server, not to those that it announces. */
function directly(address: string, scheme: string): string {
  return address.replace(/^[a-z]+(\+[a-z]+)?:/, `${scheme}:`);
}
