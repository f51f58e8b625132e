import type { BusinessResponse } from '@directory/api/contracts';
import { coversHours, parseOperatingHours } from '@directory/domain/catalogue';
import { describe, expect, test } from 'vitest';
import { scrollToEnd, watchScripts } from './browser.ts';
import { pauseRequests } from './pause-requests.ts';
import { cards, expectCount } from './place-list.ts';
import { publishListing, richFields } from './site.ts';
import {
  expectNoProblems,
  hasNoBrowser,
  open,
  setUpFixture,
  page,
  site,
  visitor,
} from './fixture.ts';

describe.skipIf(hasNoBrowser)('the directory in a browser', () => {
  setUpFixture({ prepare });

  let places: readonly BusinessResponse[];
  let richId: string;

  async function prepare() {
    richId = await publishListing(site, richFields);
    places = (await site.visitor.get('/api/businesses/approved')) as BusinessResponse[];
  }

  const select = (label: string, value: string) =>
    page.getByRole('combobox', { name: label, exact: true }).selectOption(value);
  const rich = async () =>
    (await site.visitor.get(`/api/businesses/${richId}`)) as BusinessResponse;
  const mostCommon = (field: 'businessInfo' | 'kampong' | 'operatingHours') => {
    const values = places.map((place) => place[field]).filter((value) => value !== null);
    const times = (value: string) => values.filter((other) => other === value).length;
    return [...new Set(values)].sort((a, b) => times(b) - times(a))[0] ?? '';
  };

  test('the home page shows more than 300 places, twelve a page', async () => {
    expect(places.length).toBeGreaterThan(300);
    await open('/');
    await expectCount(places.length);
    await expect.poll(() => cards().count()).toBe(12);
    await expect
      .poll(() => cards().first().textContent())
      .toContain('Kedai Kopi <b>Haji</b> & Anak');
    await expect.poll(() => page.title()).toContain('Kampong Bharu Directory');
    await scrollToEnd(page);
    const broken = () =>
      page
        .locator('main img')
        .evaluateAll((images) => images.filter((image) => image.clientWidth === 0).length);
    await expect.poll(broken).toBe(0);
    await expectNoProblems();
  });

  test('category, subcategory, time and kampong filter the list, and Back undoes a filter', async () => {
    const category = mostCommon('businessInfo');
    const inCategory = places.filter(({ businessInfo }) => businessInfo === category);
    const kind = inCategory.find(({ subCategory }) => subCategory)?.subCategory ?? '';
    const ofKind = inCategory.filter(({ subCategory }) => subCategory === kind);

    await open('/');
    await select('Category', category);
    await expectCount(inCategory.length);
    await select('Subcategory', kind);
    await expectCount(ofKind.length);
    await expect.poll(() => new URL(page.url()).searchParams.get('subcategory')).toBe(kind);
    await page.goBack();
    await expectCount(inCategory.length);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expectCount(places.length);

    const kampong = mostCommon('kampong');
    await select('Kampong', kampong);
    await expectCount(places.filter((place) => place.kampong === kampong).length);
    await page.getByRole('link', { name: `Remove Kampong: ${kampong}` }).click();
    await expectCount(places.length);

    const time = parseOperatingHours('Pagi-Petang') ?? '24jam';
    await select('Time', 'Pagi-Petang');
    const openThen = places.filter(
      ({ operatingHours }) => operatingHours !== null && coversHours(operatingHours, time),
    );
    await page.getByText(/more places have no known hours/).waitFor();
    expect(openThen.length).toBeGreaterThan(0);
    await expectCount(openThen.length);
    await expectNoProblems();
  });

  test('rating and order are in the URL and do not change the list', async () => {
    await open('/');
    const first = await cards().first().textContent();
    await select('Rating', '5');
    await select('Order By', 'year-oldest');
    await page.waitForURL(`${site.url}/?rating=5&order=year-oldest`);
    await expectCount(places.length);
    await expect.poll(() => cards().first().textContent()).toBe(first);
    await page.reload();
    await expect.poll(() => page.getByRole('combobox', { name: 'Rating' }).inputValue()).toBe('5');
    await expectNoProblems();
  });

  test('a filter chosen before the scripts have loaded is applied after', async () => {
    const bringScripts = await pauseRequests(page, '**/assets/index-*.js');
    await page.goto(site.url, { waitUntil: 'commit' });
    await select('Category', 'Pasar');
    await select('Rating', '5');
    bringScripts();
    await expectCount(places.filter(({ businessInfo }) => businessInfo === 'Pasar').length);
    await expect.poll(() => new URL(page.url()).search).toBe('?category=Pasar&rating=5');
    await expect.poll(() => page.getByRole('combobox', { name: 'Rating' }).inputValue()).toBe('5');
    await expectNoProblems();
  });

  test('a click before the page is hydrated is not lost', async () => {
    await page.addInitScript(() => {
      // React works in messages to itself: these are kept back, so that it has not begun to hydrate.
      MessagePort.prototype.postMessage = () => {
        document.documentElement.dataset['held'] = 'yes';
      };
    });
    await page.goto(site.url);
    await page.locator('[data-held]').waitFor();
    const heart = page.locator('main article').nth(3).getByRole('button');
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
    await heart.click();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    await select('Category', 'Pasar');
    await page.waitForURL(`${site.url}/?category=Pasar`);
    await expectNoProblems();
  });

  test('Back after a reload whose scripts have not arrived shows the page before', async () => {
    await open('/');
    await cards().first().click();
    await page.waitForURL('**/places/*');
    const bringScripts = await pauseRequests(page, '**/assets/index-*.js');
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => window.history.back());
    await page.waitForURL(`${site.url}/`, { waitUntil: 'commit' });
    bringScripts();
    await expectCount(places.length);
    await expectNoProblems();
  });

  test('the pager leads through the pages and Back restores the scroll position', async () => {
    const pages = Math.ceil(places.length / 12);
    await open('/');
    await page.getByRole('link', { name: 'Next' }).click();
    await expectCount(places.length, 2);
    const heading = page.getByRole('heading', { name: 'Places', exact: true });
    await expect.poll(() => heading.evaluate((h2) => h2 === document.activeElement)).toBe(true);
    await expect
      .poll(() => heading.evaluate((h2) => h2.getBoundingClientRect().top))
      .toBeLessThan(200);
    await page.getByRole('link', { name: `Page ${pages}`, exact: true }).click();
    await expectCount(places.length, pages);
    const next = page.locator('nav[aria-label="Pages"]').getByText('Next').locator('..');
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => next.getAttribute('href')).toBeNull();
    await page.goBack();
    await expectCount(places.length, 2);

    await cards().nth(9).scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      const note = () => {
        document.documentElement.dataset['depth'] = String(window.scrollY);
      };
      document.addEventListener('click', note, { capture: true, once: true });
    });
    await cards().nth(9).click();
    await page.waitForURL('**/places/*');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const depth = await page.evaluate(() => document.documentElement.dataset['depth']);
    await page.goBack();
    await expectCount(places.length, 2);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(Number(depth), -1);
    await expectNoProblems();
  });

  test('Back restores the scroll position also after a link within the page', async () => {
    const position = () => page.evaluate(() => window.scrollY);
    await open('/');
    // Set together with what remembers the position.
    await expect.poll(() => page.evaluate(() => window.history.scrollRestoration)).toBe('manual');
    await page.evaluate(() => window.scrollTo(0, 700));
    const remembered = () =>
      page.evaluate(() => {
        const state = window.history.state as { scrollPositions?: Map<string, number> };
        return [...(state.scrollPositions?.values() ?? [])];
      });
    await expect.poll(remembered).toContain(700);
    // Without scrolling to it.
    await page.locator('footer [href="/privacy"]').evaluate((link: HTMLElement) => link.click());
    await page.waitForURL('**/privacy');
    await page.getByRole('link', { name: 'Bahasa Melayu' }).click();
    await page.waitForURL('**/privacy#*');
    await expect.poll(position).toBeGreaterThan(1_000);
    await page.goBack();
    await expect.poll(position).toBe(0);
    await page.goBack();
    await page.waitForURL(`${site.url}/`);
    await expect.poll(position).toBe(700);
  });

  test('Back restores the scroll position also after a reload of the place', async () => {
    await open('/');
    await cards().nth(9).click();
    await page.waitForURL('**/places/*');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.reload();
    await page.getByRole('link', { name: 'Back to results' }).click();
    const tenth = cards().nth(9);
    await expect.poll(() => tenth.evaluate((card) => card === document.activeElement)).toBe(true);
    const isInSight = (card: Element) => {
      const { top, bottom } = card.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    };
    await expect.poll(() => tenth.evaluate(isInSight)).toBe(true);
    await expectNoProblems();
  });

  test('a search without results shows the specified empty state', async () => {
    await open('/?q=zzzzzz');
    await page.getByText('No Places Found').waitFor();
    await page
      .getByText("Try adjusting your filters to find what you're looking for.", { exact: true })
      .waitFor();
    await expectNoProblems();
  });

  test('a failed list shows the empty state and Retry loads it', async () => {
    await page.route('**/api/businesses/approved', (route) => route.abort());
    await open('/user/userlogin');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByText('No Places Found').waitFor();
    await page.unroute('**/api/businesses/approved');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectCount(places.length);
  });

  test('a place shows its details, map and contacts, and loads the video on a click', async () => {
    await open('/');
    await cards().first().click();
    await page.waitForURL(`${site.url}/places/${richId}`);
    const title = page.getByRole('heading', { level: 1, name: 'Kedai Kopi <b>Haji</b> & Anak' });
    await title.waitFor();
    await expect.poll(() => title.evaluate((h1) => h1 === document.activeElement)).toBe(true);
    await page.getByText('Established: 1957').waitFor();
    await page.getByText('Kopi since 1957.').waitFor();
    const whatsapp = page.getByRole('list', { name: 'Contact' }).getByRole('link').first();
    await expect.poll(() => whatsapp.getAttribute('href')).toBe('https://wa.me/60123456789');

    await scrollToEnd(page);
    await page
      .getByAltText('Kedai Kopi')
      .or(page.locator('.leaflet-marker-icon'))
      .first()
      .waitFor();
    await expect.poll(() => page.locator('.leaflet-tile-loaded').count()).toBeGreaterThan(0);
    expect(site.tiles.requested.every((path) => path.startsWith('/15/'))).toBe(true);
    expect(visitor.externalRequests).toEqual([]);

    await page.getByRole('button', { name: /Play video/ }).click();
    await expect
      .poll(() => visitor.externalRequests)
      .toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1']);
    expect(visitor.problems).toEqual([]);
  });

  test('a click on a contact opens it and is counted', async () => {
    const before = await rich();
    await page.context().route('https://kopi.example/', (route) => route.fulfill({ body: '' }));
    await open(`/places/${richId}`);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: /Website/ }).click(),
    ]);
    await opened.waitForURL('https://kopi.example/');
    await expect.poll(async () => (await rich()).websiteClicks - before.websiteClicks).toBe(1);
  });

  test('a visit is counted after 500 ms, and not when the page is left earlier', async () => {
    let pings = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/view')) pings += 1;
    });
    await page.clock.install();
    await open('/');
    await expectCount(places.length);
    const before = await rich();

    await page.clock.pauseAt(Date.now() + 5_000);
    const look = async () => {
      await cards().first().click();
      await page.getByRole('heading', { level: 1, name: /Kedai Kopi/ }).waitFor();
      await page.clock.runFor(499);
      expect(pings).toBe(0);
    };
    await look();
    await page.goBack();
    await expectCount(places.length);
    await page.clock.runFor(1_000);
    expect(pings).toBe(0);

    await look();
    await expect.poll(() => page.clock.runFor(1).then(() => pings)).toBe(1);
    await page.clock.runFor(1_000);
    expect(pings).toBe(1);
    await expect.poll(async () => (await rich()).views - before.views).toBe(1);
    await expectNoProblems();
  });

  test('a place without map tiles shows a message and stays usable', async () => {
    site.tiles.refuse();
    await open(`/places/${richId}`);
    await scrollToEnd(page);
    await page.getByText("The map couldn't be loaded.").waitFor();
    await expect.poll(() => page.locator('.leaflet-marker-icon').count()).toBe(1);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('link', { name: /^OpenStreetMap/ }).waitFor();
    site.tiles.serve();
    expect(visitor.externalRequests).toEqual([]);
  });

  test('/places/:id answers 404 for an unknown id and redirects home with a notice', async () => {
    const response = await open('/places/01ARZ3NDEKTSV4RRFFQ69G5FAV');
    expect(response?.status()).toBe(404);
    await page.getByText('That place is no longer available').waitFor();
    await page.waitForURL(`${site.url}/`);
  });

  test('an unknown path answers 404 with the page Page not found', async () => {
    const response = await open('/nowhere/at/all');
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Browse all places' }).click();
    await expectCount(places.length);
    expect(visitor.externalRequests).toEqual([]);
  });

  test.each(['/', '/places/'])(
    'the first load of %s has at most 80,000 bytes of compressed scripts',
    async (path) => {
      const scripts = watchScripts(page);
      await open(path === '/' ? path : path + richId);
      await page.waitForLoadState('networkidle');
      const total = await scripts.sentSize();
      expect(total).toBeGreaterThan(50 * 1024);
      expect(total).toBeLessThanOrEqual(80_000);
    },
  );
});
