export type Standing = Readonly<Record<string, 'ok' | 'away'>>;

/** Which of some stores answer, by name. */
export async function pingAll(
  stores: Readonly<Record<string, { readonly ping: () => Promise<void> }>>,
): Promise<Standing> {
  const standing = Object.entries(stores).map(async ([name, store]) => {
    const isThere = await store.ping().then(
      () => true,
      () => false,
    );
    return [name, isThere ? 'ok' : 'away'] as const;
  });
  return Object.fromEntries(await Promise.all(standing));
}
