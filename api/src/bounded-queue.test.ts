import { expect, test } from 'vitest';
import { boundedQueue } from './bounded-queue.ts';

const full = () => new Error('full');

test('tasks run one at a time and in their order', async () => {
  const run = boundedQueue(5, full);
  const seen: string[] = [];
  const task = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise(setImmediate);
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([run(task('a')), run(task('b'))])).toEqual(['a', 'b']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a failed task fails its caller alone', async () => {
  const run = boundedQueue(5, full);
  const failing = run(() => Promise.reject(new Error('broken')));
  const next = run(() => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('beyond its bound a task is refused, and taken again once there is room', async () => {
  const run = boundedQueue(1, full);
  let release = (): void => undefined;
  const running = run(() => new Promise<void>((resolve) => (release = resolve)));
  const waiting = run(() => Promise.resolve('waited'));
  await expect(run(() => Promise.resolve('too many'))).rejects.toThrow('full');
  release();
  await running;
  expect(await waiting).toBe('waited');
  expect(await run(() => Promise.resolve('again'))).toBe('again');
});
