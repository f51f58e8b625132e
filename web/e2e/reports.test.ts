import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectNoProblems, hasNoBrowser, page, setUpFixture, site } from './fixture.ts';
import { logInAsAdmin } from './users.ts';

describe.skipIf(hasNoBrowser)('the reports in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0' } });

  beforeEach(async () => {
    await logInAsAdmin(page, site);
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByLabel('Report', { exact: true }).selectOption('views');
    await page.getByLabel('Grouped by').selectOption('weekday');
    await page.getByLabel('Include demo data').check();
    await page.getByRole('button', { name: 'Show report' }).click();
    await page.getByRole('table', { name: 'Visits' }).waitFor();
    await page.locator('.apexcharts-bar-area').first().waitFor({ state: 'attached' });
  });

  test('an admin sees a report as a table and a chart, and takes it along', async () => {
    await page.getByRole('cell', { name: 'Monday' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/weekday,views,visitors\r?\n1,/);
    await page.getByLabel('Report', { exact: true }).selectOption('retention');
    await page.getByRole('button', { name: 'Show report' }).click();
    await page.getByRole('table', { name: 'Time since the last edit' }).waitFor();
    await expectNoProblems();
  });

  test('the labels of a chart are whole and apart', async () => {
    const path = '/adminDashboard/reports?report=views&by=category&demonstration=true';
    const labels = page.locator('.apexcharts-xaxis-label');
    const misplaced = () =>
      labels.evaluateAll((all) => {
        const boxes = all.map((label) => label.getBoundingClientRect());
        const bottom = all[0]?.closest('svg')?.getBoundingClientRect().bottom ?? 0;
        return all
          .filter((_, at) => {
            const [before, box] = [boxes[at - 1], boxes[at]];
            return !box || box.left < (before?.right ?? 0) || box.bottom > bottom;
          })
          .map((label) => label.textContent);
      });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      // After a resize the chart stays for a moment as it was.
      await page.goto(site.url + path);
      await expect.poll(() => labels.count()).toBeGreaterThan(10);
      await expect.poll(misplaced).toEqual([]);
    }
  });
});
