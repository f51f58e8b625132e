import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { describeOnServer } from './test-server.ts';

for (const name of ['eventstore', 'mongodb'] as const)
  describeOnServer(name, (url) => {
    test('the test server accepts connections', async () => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      await expect(once(socket, 'connect')).resolves.toEqual([]);
      socket.destroy();
    });
  });
