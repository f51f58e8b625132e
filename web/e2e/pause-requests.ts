import type { BrowserContext, Page } from 'playwright-core';

/** Keeps requests from the server until they are let go, all at once. */
export async function pauseRequests(
  where: Page | BrowserContext,
  url: string,
): Promise<() => void> {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await where.route(url, async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}
