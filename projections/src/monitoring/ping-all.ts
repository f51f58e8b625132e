import { UnusableLog } from '@directory/domain/event-store';

export type Standing = 'ok' | 'away' | 'damaged';

/** How each of some stores is, by name. */
export async function pingAll(
  stores: Readonly<Record<string, { readonly ping: () => Promise<void> }>>,
): Promise<Readonly<Record<string, Standing>>> {
  const standing = Object.entries(stores).map(async ([name, store]) => {
    const found: Standing = await store.ping().then(
      () => 'ok',
      (error: unknown) => (error instanceof UnusableLog ? 'damaged' : 'away'),
    );
    return [name, found] as const;
  });
  return Object.fromEntries(await Promise.all(standing));
}
