import { beforeEach, describe, expect, test } from 'vitest';
import { logInAsAdmin } from './users.ts';
import { expectNoProblems, hasNoBrowser, setUpFixture, page, site } from './fixture.ts';

describe.skipIf(hasNoBrowser)('the operations page in a browser', () => {
  setUpFixture({
    env: { RATE_LIMIT_LOGIN: '0' },
    visitor: { viewport: { width: 1440, height: 900 } },
  });

  beforeEach(async () => {
    await logInAsAdmin(page, site);
    await page.getByRole('link', { name: 'Operations' }).click();
    await page.waitForURL(`${site.url}/adminDashboard/operations`);
    await page.getByRole('rowheader', { name: /^listings/ }).waitFor();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const confirm = (name: string) =>
    page.locator('dialog').getByRole('button', { name, exact: true }).click();
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });

  test('an admin pauses, resumes and rebuilds a view', async () => {
    await button('Pause listings').click();
    await confirm('Pause');
    await page.getByText('Paused listings.').waitFor();
    await rowOf('listings').getByText('Paused').waitFor();
    await button('Resume listings').click();
    await confirm('Resume');
    await rowOf('listings').getByText('Running').waitFor();
    const generation = async () =>
      JSON.stringify(await site.admin.get('/api/operations/views')).match(
        /"generation":"\d+"/,
      )?.[0];
    const before = await generation();
    await button('Rebuild listings').click();
    await confirm('Rebuild');
    await page.getByText('Requested a rebuild of listings.').waitFor();
    await expect.poll(generation).not.toBe(before);
    await expectNoProblems();
  });
});
