import { expect, test } from 'vitest';
import { AccountsUnavailable } from '../account-store.ts';
import { mongoFailures } from './account-records.ts';

test('failures are counted in memory while MongoDB is unreachable', async () => {
  const away = () => Promise.reject(new AccountsUnavailable('nobody there'));
  const counter = mongoFailures(away).failureCounter('account', 60);
  await counter.penalty('siti');
  expect((await counter.penalty('siti')).consumedPoints).toBe(2);
  await counter.block('ali', 30);
  expect((await counter.get('ali'))?.msBeforeNext).toBeGreaterThan(29_000);
  await counter.delete('siti');
  expect(await counter.get('siti')).toBeNull();
});
