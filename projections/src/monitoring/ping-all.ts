import { UnusableLog } from '@directory/domain/event-store';

export type HealthStatus = 'ok' | 'unreachable' | 'damaged';

/** How each of some stores is, by name. */
export async function pingAll(
  stores: Readonly<Record<string, { readonly ping: () => Promise<void> }>>,
): Promise<Readonly<Record<string, HealthStatus>>> {
  const statuses = Object.entries(stores).map(async ([name, store]) => {
    const found: HealthStatus = await store.ping().then(
      () => 'ok',
      (error: unknown) => (error instanceof UnusableLog ? 'damaged' : 'unreachable'),
    );
    return [name, found] as const;
  });
  return Object.fromEntries(await Promise.all(statuses));
}
