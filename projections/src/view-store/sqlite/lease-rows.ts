import type { HeldLease, ViewStore } from '../view-store.ts';
import type { SqlDatabase } from './database.ts';

type Lease = Parameters<ViewStore['lease']>[0];

export function takeLease(database: SqlDatabase, lease: Lease): boolean {
  const { name, holder, ttlMs, force = false } = lease;
  const now = Date.now();
  const taken = database
    .prepare(
      `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE holder = excluded.holder OR expires_at <= ? OR ?`,
    )
    .run(name, holder, now + ttlMs, now, force ? 1 : 0);
  return taken === 1;
}

export function releaseLease(database: SqlDatabase, name: string, holder: string): void {
  database.prepare('DELETE FROM leases WHERE name = ? AND holder = ?').run(name, holder);
}

export function readLease(database: SqlDatabase, name: string): HeldLease | null {
  const found = database
    .prepare<{ holder: string; expiresAt: number }>(
      'SELECT holder, expires_at AS expiresAt FROM leases WHERE name = ? AND expires_at > ?',
    )
    .get(name, Date.now());
  if (!found) return null;
  return { holder: found.holder, expiresAt: new Date(found.expiresAt).toISOString() };
}
