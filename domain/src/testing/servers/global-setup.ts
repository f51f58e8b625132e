import type { TestProject } from 'vitest/node';
import { errorMessage } from '../../shared/unknown.ts';
import type { StartedServer } from './containers.ts';
import type { TestServer, TestServerName } from './test-server.ts';

const settings: Readonly<Record<TestServerName, string>> = {
  eventstore: 'EVENTSTORE_URL',
  mongodb: 'MONGODB_URL',
};

/**
 * Finds the server of a project of tests: named by the environment, or else started where a container engine runs. Without either
 * its suites are skipped, which REQUIRE_CONTAINERS=1 makes a failure.
 */
export async function setup({ name: project, provide }: Pick<TestProject, 'name' | 'provide'>) {
  const name = project === 'eventstore' ? 'eventstore' : 'mongodb';
  const url = process.env[settings[name]];
  if (url) {
    provide(name, { kind: 'there', url });
    return undefined;
  }
  try {
    const container = await start(name);
    provide(name, { kind: 'there', url: container.url });
    return () => container.stop();
  } catch (error) {
    provide(name, unavailable(name, error));
    return undefined;
  }
}

/** Starts a container. The code is loaded only where it is needed, as that takes a second. */
async function start(name: TestServerName): Promise<StartedServer> {
  const { requireContainerEngine, startContainer } = await import('./containers.ts');
  await requireContainerEngine();
  return startContainer(name);
}

function unavailable(name: TestServerName, error: unknown): TestServer {
  if (process.env['REQUIRE_CONTAINERS'] === '1') throw error;
  const reason = errorMessage(error);
  console.warn(
    `SKIPPED: all tests on a real server (${name}): ${reason}. Set ${settings[name]} or run a container engine.`,
  );
  return { kind: 'unavailable', reason };
}
