import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { afterAll, expect, test } from 'vitest';
import { added, commitTo, note, someView, beginLive } from '../../testing/notes.ts';
import { ViewStoreUnavailable } from '../view-store.ts';
import { openSqliteViewStore } from './sqlite-view-store.ts';
import { compact } from './view-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'checkpointer-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the checkpointer moves the WAL into the database while the store is open', async () => {
  const file = join(folder, 'views.db');
  const store = openSqliteViewStore({ file, report: () => undefined });
  const view = someView();
  const generation = await beginLive(store, view);
  const text = 'x'.repeat(2_000);
  for (let batch = 0; batch < 6; batch += 1) {
    const documents = Array.from({ length: 200 }, (_, index) =>
      added(`note-${batch}-${index}`, batch * 200 + index + 1, note({ text })),
    );
    await commitTo(store, generation, { documents });
  }
  await expect.poll(() => statSync(file).size).toBeGreaterThan(2_000_000);
  expect(await store.find(view, {})).toHaveLength(1_200);
  await store.close();
});

test('compacting fails while a program reads what was deleted, which stays in the WAL', async () => {
  const file = join(folder, 'read.db');
  const store = openSqliteViewStore({ file, report: () => undefined });
  const reading = new BetterSqlite3(file);
  reading.exec('BEGIN; SELECT * FROM generations');
  const generation = await beginLive(store, someView());
  await commitTo(store, generation, { documents: [added('a', 1)] });
  await expect(compact(file, 1)).rejects.toThrow(ViewStoreUnavailable);
  reading.close();
  await compact(file, 1);
  expect(statSync(`${file}-wal`).size).toBe(0);
  await store.close();
});

test('compacting fails with the file and the reason', async () => {
  const file = join(folder, 'missing.db');
  await expect(compact(file)).rejects.toThrow(
    /^The views in .*missing\.db cannot be rewritten: unable to open database file\.$/,
  );
});
