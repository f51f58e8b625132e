import { expect, test } from 'vitest';
import { newTeardown } from './teardown.ts';

test('what was opened last is closed first, once, and the rest also when one cannot be', async () => {
  const closed: string[] = [];
  const closing = newTeardown();
  closing.add(async () => closed.push('folder'));
  closing.add(() => Promise.reject(new Error('stuck')));
  closing.add(async () => closed.push('browser'));
  await expect(closing.closeAll()).rejects.toThrow('not everything was closed');
  await closing.closeAll();
  expect(closed).toEqual(['browser', 'folder']);
});

test('where nothing was opened, nothing goes wrong', async () => {
  await expect(newTeardown().closeAll()).resolves.toBeUndefined();
});
