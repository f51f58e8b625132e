import { createSecretKey, randomBytes } from 'node:crypto';
import { describeOnServer } from '@directory/domain/testing/servers';
import { newMongoDatabase } from '@directory/projections/testing/mongodb';
import { expect, test, vi } from 'vitest';
import { describeAccountStore } from '../contract/account-store.suite.ts';
import { unauthorized } from '../../http/errors.ts';
import { loginGuard } from '../login-guard.ts';
import { openMongoAccounts } from './mongo-accounts.ts';

describeOnServer('mongodb', (server) => {
  describeAccountStore('MongoDB', async () => {
    const { url, drop } = newMongoDatabase(server);
    return { open: async () => openMongoAccounts({ url }), remove: drop };
  });

  test('failed log-ins at several replicas are counted together', async () => {
    const { url, drop } = newMongoDatabase(server);
    const stores = [openMongoAccounts({ url }), openMongoAccounts({ url })];
    const key = createSecretKey(randomBytes(32));
    const guards = stores.map((store) => loginGuard(store, key));
    const account = { role: 'owner', name: 'siti@example.com' } as const;
    const fail = (replica: number) =>
      guards[replica]?.attempt(account, '203.0.113.7', (refuse) => refuse(unauthorized()));
    for (let failure = 0; failure < 5; failure += 1)
      await expect(fail(failure % 2)).rejects.toThrow('Please log in.');
    for (const replica of [0, 1]) await expect(fail(replica)).rejects.toThrow('Too many attempts');
    await Promise.all(stores.map((store) => store.close()));
    await drop();
  });

  test('failures from a clock that was ahead do not count once it is right', async () => {
    const { url, drop } = newMongoDatabase(server);
    const store = openMongoAccounts({ url });
    const counter = store.failureCounter('wait', 900);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    await counter.block('siti', 2);
    await counter.penalty('ali');
    vi.useRealTimers();
    expect(await counter.get('siti')).toBeNull();
    expect((await counter.penalty('ali')).consumedPoints).toBe(1);
    await store.close();
    await drop();
  });
});
