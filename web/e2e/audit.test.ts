import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './accessibility.ts';
import { expectNoProblems, hasNoBrowser, page, setUpFixture, site } from './fixture.ts';
import { publishListing } from './site.ts';
import { logInAsAdmin } from './users.ts';

describe.skipIf(hasNoBrowser)('the audit in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0' } });

  const openAudit = async () => {
    await logInAsAdmin(page, site);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log', exact: true }).waitFor();
  };

  test('the labels of the filters are in one line', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAudit();
    const tops = () =>
      page
        .locator('form label')
        .evaluateAll((labels) => [
          ...new Set(labels.map((label) => label.getBoundingClientRect().top)),
        ]);
    await expect.poll(async () => (await tops()).length).toBe(1);
  });

  describe('after two approvals', () => {
    beforeEach(async () => {
      await publishListing(site, { businessName: 'Warung Audit' });
      await publishListing(site, { businessName: 'Kedai Audit' });
      await openAudit();
    });

    test('an admin finds who approved a listing, what else that day, and takes it along', async () => {
      const entry = page
        .getByRole('listitem')
        .filter({ hasText: 'Approved: Warung Audit' })
        .first();
      await entry.getByText('by penghulu (administrator)').waitFor();
      await entry.getByRole('link', { name: /^What else that day/ }).click();
      await page.getByText('Approved: Kedai Audit').first().waitFor();
      await expect.poll(() => page.getByLabel('What').inputValue()).toBe('approval');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      const csv = await readFile(await download.path(), 'utf8');
      expect(csv).toMatch(/,approval,BusinessApproved,admin,penghulu,[\da-f-]+,Kedai Audit,/);
      expect(csv).not.toContain('submission');
      await page.getByRole('link', { name: 'Clear filters' }).click();
      await page.getByRole('link', { name: 'Older' }).click();
      await page.getByRole('link', { name: 'Newest' }).waitFor();
      await expectNoProblems();
    });

    test('a pause of a view is found by its kind, and an entry leads to its version', async () => {
      await site.admin.send('POST', '/api/operations/views/reviews/pause', {});
      await site.admin.send('POST', '/api/operations/views/reviews/resume', {});
      // The call does not wait for the view, and the page does not read again.
      const entries = async () => JSON.stringify(await site.admin.get('/api/audit?kind=operation'));
      await expect.poll(entries).toContain('ViewPaused');
      await page.getByLabel('What').selectOption('operation');
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByText('Paused the view reviews').first().waitFor();
      await page.getByLabel('What').selectOption('');
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByRole('link', { name: 'Kedai Audit', exact: true }).first().click();
      await page.getByRole('heading', { name: 'History of Kedai Audit' }).waitFor();
    });

    test('the newest entry is on the first screen of a phone, below the filters', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      const entry = page.getByText('Approved: Kedai Audit').first();
      await entry.waitFor();
      const bottom = () => entry.evaluate((line) => line.getBoundingClientRect().bottom);
      await expect.poll(bottom).toBeLessThan(740);
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('What').selectOption('approval');
      await expectAccessible(page);
      await expectNoHorizontalScroll(page);
    });
  });
});
