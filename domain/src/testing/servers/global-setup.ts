import type { TestProject } from 'vitest/node';
import { errorMessage } from '../../shared/unknown.ts';
import type { StartedServer } from './containers.ts';
import type { TestServer, TestServerName } from './test-server.ts';

const settings: Readonly<Record<TestServerName, string>> = {
  eventstore: 'EVENTSTORE_URL',
  mongodb: 'MONGODB_URL',
};

/**
 * Finds the servers that suites ask for: named by the environment, or else started where a container engine runs. Without either
 * the suites are skipped, which REQUIRE_CONTAINERS=1 makes a failure.
 */
export async function setup({ provide }: Pick<TestProject, 'provide'>) {
  const containers: StartedServer[] = [];
  const find = async (name: TestServerName): Promise<TestServer> => {
    const url = process.env[settings[name]];
    if (url) return { kind: 'there', url };
    try {
      const container = await start(name);
      containers.push(container);
      return { kind: 'there', url: container.url };
    } catch (error) {
      return away(name, error);
    }
  };
  const [eventstore, mongodb] = await Promise.all([find('eventstore'), find('mongodb')]);
  provide('eventstore', eventstore);
  provide('mongodb', mongodb);
  return async () => {
    await Promise.all(containers.map(({ stop }) => stop()));
  };
}

/** Loaded only where it is needed, as it takes a second. */
async function start(name: TestServerName): Promise<StartedServer> {
  const { requireContainerEngine, startContainer } = await import('./containers.ts');
  await requireContainerEngine();
  return startContainer(name);
}

function away(name: TestServerName, error: unknown): TestServer {
  if (process.env['REQUIRE_CONTAINERS'] === '1') throw error;
  const reason = errorMessage(error);
  console.warn(
    `SKIPPED: all tests on a real server (${name}): ${reason}. Set ${settings[name]} or run a container engine.`,
  );
  return { kind: 'unavailable', reason };
}
