import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { eventStoreContract } from '../contract.suite.ts';
import { openSqliteEventStore } from './sqlite-event-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'event-log-'));
afterAll(() => rm(folder, { recursive: true }));

eventStoreContract('SQLite', () => openSqliteEventStore({ file: join(folder, 'events.db') }));
