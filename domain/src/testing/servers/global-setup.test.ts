import { afterEach, expect, test, vi } from 'vitest';
import { setup } from './global-setup.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('servers named by the environment are used', async () => {
  vi.stubEnv('EVENTSTORE_URL', 'esdb://127.0.0.1:2113?tls=false');
  vi.stubEnv('MONGODB_URL', 'mongodb://127.0.0.1:27017');
  const provide = vi.fn();
  await setup({ provide });
  expect(provide.mock.calls).toEqual([
    ['eventstore', { kind: 'there', url: 'esdb://127.0.0.1:2113?tls=false' }],
    ['mongodb', { kind: 'there', url: 'mongodb://127.0.0.1:27017' }],
  ]);
});
