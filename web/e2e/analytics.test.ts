import { readFile } from 'node:fs/promises';
import type { VisitsResponse } from '@directory/api/contracts';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './accessibility.ts';
import { ownerPassword } from '../../api/e2e/client.ts';
import { publishListing } from './site.ts';
import {
  expectNoProblems,
  hasNoBrowser,
  openVisitor,
  open,
  setUpFixture,
  page,
  site,
} from './fixture.ts';

const name = '=Gerai Mak Teh';
const login = { email: 'siti@example.org', password: ownerPassword };

/** Each test continues where the one before ended. */
describe.skipIf(hasNoBrowser)('the analytics in a browser', () => {
  setUpFixture({
    env: { RATE_LIMIT_WRITE: '0' },
    visitor: { viewport: { width: 1440, height: 1000 } },
    sharedPage: true,
  });

  let viewedAt: string;
  let today: string;

  /** Of the period; the cards of all time describe each business by a list of definitions. */
  const card = (figure: string) =>
    page.getByRole('listitem').filter({
      has: page.getByText(figure, { exact: true }),
      hasNot: page.getByRole('definition'),
    });
  const visitsOf = async (query: string) => {
    const { id } = JSON.parse(
      (await page.evaluate(() => localStorage.getItem('user'))) ?? '{}',
    ) as { id: string };
    const path = `/api/businesses/userbusinesses/${id}/visits?${query}`;
    return (await site.owner.get(path)) as VisitsResponse;
  };
  const expectPageAccessible = () => expectAccessible(page);

  test('a visit in a browser is counted in its hour', async () => {
    const id = await publishListing(site, { businessName: name, website: 'https://teh.example/' });
    const earlier = { viewedAt: endOfYesterday().toISOString() };
    await site.visitor.send('POST', `/api/businesses/${id}/view`, earlier);
    await site.visitor.send('POST', `/api/businesses/${id}/view`, earlier);
    const other = await openVisitor();
    const [ping] = await Promise.all([
      other.page.waitForRequest(`**/api/businesses/${id}/view`),
      open(`/places/${id}`, other.page),
    ]);
    const sent: unknown = ping.postDataJSON();
    viewedAt = (sent as { viewedAt: string }).viewedAt;
    const [click] = await Promise.all([
      other.page.waitForRequest(`**/api/businesses/${id}/click`),
      other.page
        .getByRole('link', { name: /website/i })
        .first()
        .click(),
    ]);
    await click.response();
    await other.close();

    await open('/user/userlogin?next=%2Fmy-analytics');
    await page.getByLabel('Email').fill(login.email);
    await page.getByLabel('Password', { exact: true }).fill(login.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Business Analytics' }).waitFor();
    await expect.poll(async () => (await visitsOf('days=7')).totals.actions).toBe(1);
    await page.reload();
    await card('Views').getByText('3', { exact: true }).waitFor();
    const { weekday, hour } = inKualaLumpur(viewedAt);
    const week = page.getByRole('region', { name: 'Views by weekday and hour' });
    await week.getByRole('columnheader', { name: '11:00', exact: true }).waitFor();
    const row = week.getByRole('row', { name: weekday });
    await expect.poll(() => row.getByRole('cell').nth(hour).textContent()).toBe('1');
    // Two charts of all time and the line, under the security policy.
    await page.locator('.apexcharts-svg').nth(2).waitFor();
    await expectNoProblems();
  });

  test('a chosen date range is compared with the range before', async () => {
    await page.getByRole('link', { name: '7 days' }).click();
    await page.waitForURL('**/my-analytics?days=7');
    await page.getByText('No earlier period to compare with.').waitFor();
    await card('Views').getByText('no comparison yet').waitFor();
    today = (await visitsOf('days=7')).today;
    await page.getByRole('link', { name: 'Custom' }).click();
    await page.getByLabel('From', { exact: true }).fill(today);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(`**/my-analytics?from=${today}&to=${today}`);
    await card('Views').getByText('1 fewer (−50%)').waitFor();
    await page.getByLabel('From', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Enter a date.').waitFor();
    await expectPageAccessible();
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/my-analytics?days=7');
    await expectNoProblems();
  });

  test('the table of daily views shows the figures of the API', async () => {
    const trend = page.locator('section', {
      has: page.getByRole('heading', { name: 'Daily views' }),
    });
    await trend.last().getByText('Show as table').click();
    const rows = page.getByRole('table', { name: 'Daily views' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(7);
    const shown = () =>
      rows.evaluateAll((all) =>
        all.map((row) => Array.from(row.querySelectorAll('td'), ({ textContent }) => textContent)),
      );
    const { days, countedFrom } = await visitsOf('days=7');
    await expect
      .poll(shown)
      .toEqual(
        days.map(({ date, views, visitors, actions }) => [
          ...[views, visitors, actions].map((figure) =>
            countedFrom !== null && date >= countedFrom ? String(figure) : '–',
          ),
          date === today ? 'approved' : '',
        ]),
      );
    await page.locator('.apexcharts-xaxis-annotation-label').getByText('approved').waitFor();
    await expectNoProblems();
  });

  test('Download as CSV escapes a business name that looks like a formula', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^visits-[\d-]{10}-to-[\d-]{10}\.csv$/);
    const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(head).toMatch(/^\uFEFFDate,Business,Views,Visitors,Actions,Phone,/);
    expect(lines).toHaveLength(7);
    expect(lines.at(-1)).toBe(`${today},'${name},1,1,1,0,0,1,0,0,0,0,0,0`);
    await expectNoProblems();
  });

  test.each(['light', 'dark'] as const)('the analytics are accessible, %s', async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.locator('.apexcharts-svg').nth(2).waitFor();
    await expectPageAccessible();
    await page.setViewportSize({ width: 320, height: 700 });
    await expectPageAccessible();
    await expectNoHorizontalScroll(page);
    await expectNoProblems();
  });

  test('at 360 px the chart of twelve businesses has bars of 40 px and labels that do not overlap', async () => {
    for (let shop = 1; shop < 12; shop += 1)
      await site.owner.submit({ businessName: `Kedai Kampung ${shop}` });
    await page.setViewportSize({ width: 360, height: 700 });
    await page.reload();
    const region = page.getByRole('region', { name: 'Performance Overview chart' });
    await region.locator('.apexcharts-svg').waitFor();
    const labels = region.locator('.apexcharts-xaxis-label');
    await expect.poll(() => labels.count()).toBe(12);
    const touching = () =>
      labels.evaluateAll((all) => {
        const boxes = all.map((label) => label.getBoundingClientRect());
        return boxes.filter(({ right }, at) => right >= (boxes[at + 1]?.left ?? Infinity)).length;
      });
    await expect.poll(touching).toBe(0);
    const bar = region.locator('.apexcharts-bar-area').first();
    await expect.poll(async () => Math.round((await bar.boundingBox())?.width ?? 0)).toBe(40);
    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await expectNoHorizontalScroll(page);
    await expectNoProblems();
  });

  test('the chart of daily views has evenly spaced dates and a dashed line to today', async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await open('/my-analytics?days=28');
    const chart = page.locator('.apexcharts-svg').first();
    const dates = chart.locator('.apexcharts-xaxis-label').filter({ hasText: /\d/ });
    await expect.poll(() => dates.count()).toBeGreaterThan(7);
    const gaps = await dates.evaluateAll((all) => {
      const starts = all.map((date) => date.getBoundingClientRect().left);
      return starts.slice(1).map((start, at) => start - (starts[at] ?? 0));
    });
    expect(Math.max(...gaps)).toBeLessThan(1.1 * Math.min(...gaps));
    // The part of the line to today, which is not complete yet.
    await chart.locator('.apexcharts-line[stroke-dasharray="3"]').waitFor({ state: 'attached' });
  });

  test('the charts are scaled to paper that is narrower than the window', async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await open('/my-analytics');
    const charts = page.locator('.apexcharts-svg');
    await charts.nth(2).waitFor();
    await page.emulateMedia({ media: 'print' });
    // At once, as for paper, where the library does not draw them again.
    const widths = await charts.evaluateAll((all) =>
      all.map((chart) => {
        chart.closest('section')?.style.setProperty('inline-size', '600px');
        const [, , drawn] = chart.getAttribute('viewBox')?.split(' ') ?? [];
        return { drawn: Number(drawn), printed: chart.getBoundingClientRect().width };
      }),
    );
    await page.emulateMedia({ media: 'screen' });
    expect(widths).toHaveLength(3);
    for (const { drawn, printed } of widths) {
      expect(drawn).toBeGreaterThan(800);
      expect(printed).toBeLessThan(600);
    }
  });

  test('the tables of the charts are printed whole', async () => {
    await page.getByText('Show as table').first().click();
    const table = page.getByRole('region', { name: 'Daily views', exact: true });
    const isWhole = () =>
      table.evaluate((region) => {
        const { maskImage } = getComputedStyle(region);
        return maskImage === 'none' && region.scrollHeight <= region.clientHeight;
      });
    expect(await isWhole()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await isWhole()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  test('no choice and no figure stands alone in a row', async () => {
    const row = async (items: Locator) =>
      items.evaluateAll(
        (shown) => new Set(shown.map((item) => item.getBoundingClientRect().y)).size,
      );
    await page.setViewportSize({ width: 360, height: 700 });
    for (const [path, choice] of [
      ['/my-analytics', 'Period'],
      ['/user/dashboard?section=businesses', 'Show'],
    ] as const) {
      await open(path);
      const choices = page.getByRole('navigation', { name: choice }).getByRole('listitem');
      await expect.poll(() => choices.count()).toBe(4);
      await expect.poll(async () => [choice, await row(choices)]).toEqual([choice, 1]);
    }
    await open('/my-analytics');
    const figures = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) });
    const ofPeriod = figures.filter({ hasNot: page.getByRole('definition') });
    for (const [width, rows] of [
      [560, 3],
      [640, 1],
      [768, 3],
      [900, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(() => ofPeriod.count()).toBe(3);
      await expect.poll(async () => [width, await row(ofPeriod)]).toEqual([width, rows]);
    }
  });

  test.each([320, 360])(
    'the analytics do not scroll horizontally at %i px with text twice as large',
    async (width) => {
      await page.setViewportSize({ width, height: 700 });
      await open('/my-analytics');
      await page.getByRole('heading', { level: 3, name: 'Kedai Kampung 1', exact: true }).waitFor();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expectNoHorizontalScroll(page);
    },
  );

  test('the only day since counting began is a dot in the chart of daily views', async () => {
    const { days } = await visitsOf('days=7');
    await open(`/my-analytics?from=${days[0]?.date}&to=${days[5]?.date}`);
    const dots = page.locator('.apexcharts-series-markers-wrap');
    await dots.waitFor();
    await expect.poll(() => dots.evaluate((dot) => getComputedStyle(dot).opacity)).toBe('1');
    await expectNoProblems();
  });
});

/** The last second of it in Kuala Lumpur, 8 hours before Greenwich. */
function endOfYesterday(): Date {
  const [day, offset] = [86_400_000, 8 * 3_600_000];
  return new Date(Math.floor((Date.now() + offset) / day) * day - offset - 1_000);
}

function inKualaLumpur(instant: string): { weekday: string; hour: number } {
  const timeZone = 'Asia/Kuala_Lumpur';
  const date = new Date(instant);
  return {
    weekday: new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' }).format(date),
    hour: Number(
      new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(date),
    ),
  };
}
