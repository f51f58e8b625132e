import { afterEach, expect, test, vi } from 'vitest';
import { setup } from './global-setup.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ['eventstore', 'eventstore', 'EVENTSTORE_URL', 'esdb://127.0.0.1:2113?tls=false'],
  ['servers', 'mongodb', 'MONGODB_URL', 'mongodb://127.0.0.1:27017'],
  ['mongodb', 'mongodb', 'MONGODB_URL', 'mongodb://127.0.0.1:27017'],
])('the tests of %s use the %s that %s names', async (name, server, setting, url) => {
  vi.stubEnv(setting, url);
  const provide = vi.fn();
  await setup({ name, provide });
  expect(provide.mock.calls).toEqual([[server, { kind: 'there', url }]]);
});
