import { expect, test } from 'vitest';
import { newTeardown } from './teardown.ts';

test('closeAll closes in reverse order, once, and the rest also when one fails', async () => {
  const closed: string[] = [];
  const teardown = newTeardown();
  teardown.add(async () => closed.push('folder'));
  teardown.add(() => Promise.reject(new Error('stuck')));
  teardown.add(async () => closed.push('browser'));
  await expect(teardown.closeAll()).rejects.toThrow('not everything was closed');
  await teardown.closeAll();
  expect(closed).toEqual(['browser', 'folder']);
});

test('closeAll of an empty teardown does nothing', async () => {
  await expect(newTeardown().closeAll()).resolves.toBeUndefined();
});
