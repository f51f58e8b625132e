import type { BrowserContext, Page } from 'playwright-core';

/** Holds matching requests back until `resume` is called, which then sends all at once. */
export async function pauseRequests(
  where: Page | BrowserContext,
  url: string,
): Promise<() => void> {
  let resume = (): void => undefined;
  const resumed = new Promise<void>((resolve) => (resume = resolve));
  await where.route(url, async (route) => {
    await resumed;
    await route.continue();
  });
  return resume;
}
