import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createKeyedQueue, createQueue } from './queue.ts';

test('createQueue runs tasks one at a time in order', async () => {
  const queue = createQueue();
  const steps: string[] = [];
  const work = (name: string, rounds: number) => async () => {
    steps.push(`${name} begins`);
    for (let round = 0; round < rounds; round += 1) await setImmediate();
    steps.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([queue(work('slow', 20)), queue(work('quick', 1))])).toEqual([
    'slow',
    'quick',
  ]);
  expect(steps).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends']);
});

test('createQueue rejects for failed work and runs the next', async () => {
  const queue = createQueue();
  const failing = queue(() => {
    throw new Error('broken');
  });
  expect(await queue(() => 'fine')).toBe('fine');
  await expect(failing).rejects.toThrow('broken');
});

test('createQueue with a limit refuses work beyond it and accepts work again when there is room', async () => {
  const queue = createQueue({ maxWaiting: 1, full: () => new Error('full') });
  let release = (): void => undefined;
  const running = queue(() => new Promise<void>((resolve) => (release = resolve)));
  const waiting = queue(() => 'waited');
  await expect(queue(() => 'too many')).rejects.toThrow('full');
  release();
  await running;
  expect(await waiting).toBe('waited');
  expect(await queue(() => 'again')).toBe('again');
});

describe('createKeyedQueue', () => {
  const limit = { maxConcurrent: 2, maxWaiting: 4, full: () => new Error('full') };

  /** Work that reports its start and ends when it is released. */
  function controlled() {
    const started: string[] = [];
    const releases = new Map<string, () => void>();
    const work = (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name);
        releases.set(name, () => {
          resolve(name);
        });
      });
    return { started, work, release: (name: string) => releases.get(name)?.() };
  }

  test('runs the work of one key in order and of other keys at once, up to maxConcurrent', async () => {
    const { run, drain } = createKeyedQueue(limit);
    const { started, work, release } = controlled();
    const all = Promise.all([
      run('a', work('a1')),
      run('a', work('a2')),
      run('b', work('b1')),
      run('c', work('c1')),
    ]);
    await setImmediate();
    expect(started).toEqual(['a1', 'b1']);
    release('b1');
    await setImmediate();
    expect(started).toEqual(['a1', 'b1', 'c1']);
    release('a1');
    await setImmediate();
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
    release('a2');
    release('c1');
    await drain();
    expect(await all).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  test('refuses work beyond maxWaiting, and runs the next of a key after a failure', async () => {
    const { run } = createKeyedQueue(limit);
    const { work, release } = controlled();
    const failing = run('a', () => Promise.reject(new Error('broken')));
    const next = run('a', work('a2'));
    const others = [run('b', work('b1')), run('c', work('c1'))];
    await expect(run('d', work('d1'))).rejects.toThrow('full');
    await expect(failing).rejects.toThrow('broken');
    await setImmediate();
    for (const name of ['a2', 'b1', 'c1']) release(name);
    await Promise.all(others);
    release('a2');
    expect(await next).toBe('a2');
  });
});
