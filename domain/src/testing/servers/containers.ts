import {
  GenericContainer,
  getContainerRuntimeClient,
  Wait,
  type StartedTestContainer,
} from 'testcontainers';
import type { TestServerName } from './test-server.ts';

export type StartedServer = { readonly url: string; readonly stop: () => Promise<unknown> };

const starters: Readonly<Record<TestServerName, () => Promise<StartedServer>>> = {
  eventstore: async () => {
    const container = await new GenericContainer('eventstore/eventstore:24.10.14')
      .withEnvironment({
        EVENTSTORE_INSECURE: 'true',
        EVENTSTORE_CLUSTER_SIZE: '1',
        EVENTSTORE_MEM_DB: 'true',
        EVENTSTORE_RUN_PROJECTIONS: 'None',
      })
      .withExposedPorts(2113)
      .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
      .start();
    return started(container, `esdb://${addressOf(container)}?tls=false`);
  },
  mongodb: async () => {
    const container = await new GenericContainer('mongo:8.0.29').withExposedPorts(27017).start();
    return started(container, `mongodb://${addressOf(container)}`);
  },
};

export function startContainer(name: TestServerName): Promise<StartedServer> {
  return starters[name]();
}

/** @throws where no container engine is running, whatever programs are installed. */
export async function requireContainerEngine(): Promise<void> {
  await getContainerRuntimeClient();
}

function addressOf(container: StartedTestContainer): string {
  return `${container.getHost()}:${container.getFirstMappedPort()}`;
}

function started(container: StartedTestContainer, url: string): StartedServer {
  return { url, stop: () => container.stop() };
}
