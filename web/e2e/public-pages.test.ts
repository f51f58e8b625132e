import type { BusinessResponse } from '@directory/api/contracts';
import { villageCentre } from '@directory/domain/catalogue';
import { nearestFirst } from '@directory/domain/search';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectNoHorizontalScroll } from './accessibility.ts';
import { expectNoShift, recordLayoutShifts } from './layout-shifts.ts';
import { pauseRequests } from './pause-requests.ts';
import { fillAdminLogin, logInAsAdmin, openAsAdmin, openAsNewOwner, saveDraft } from './users.ts';
import { adminLogin } from './seeded-folder.ts';
import { cards, expectCount } from './place-list.ts';
import { publishListing } from './site.ts';
import {
  replaceVisitor,
  hasNoBrowser,
  open,
  openWithFonts,
  setUpFixture,
  page,
  site,
  visitor,
  flushRequests,
} from './fixture.ts';

const name = 'Kedai </script><script>alert(1)</script> & Anak';

describe.skipIf(hasNoBrowser)('the public pages in a browser', () => {
  setUpFixture({ prepare });

  let places: readonly BusinessResponse[];
  let richId: string;

  async function prepare() {
    richId = await publishListing(site, {
      businessName: name,
      youtube: 'https://youtu.be/dQw4w9WgXcQ',
      whatsapp: '012-3456789',
      website: 'https://kopi.example',
      facebook: 'https://www.facebook.com/kopi.kampung.bharu',
      instagram: 'https://www.instagram.com/kopi.kampung.bharu',
    });
    places = (await site.visitor.get('/api/businesses/approved')) as BusinessResponse[];
  }

  const names = () => cards().getByRole('heading').allTextContents();
  const pages = () => Math.ceil(places.length / 12);
  const expectPage = async (number: number) => {
    await expectCount(places.length, number);
    const shown = nearestFirst(places, villageCentre).slice((number - 1) * 12, number * 12);
    await expect.poll(names).toEqual(shown.map((place) => place.businessName));
  };

  describe('without scripts', () => {
    test('the home page shows twelve cards, and the pager leads to the next', async () => {
      await replaceVisitor({ javaScriptEnabled: false });
      await page.goto(site.url);
      await expectPage(1);
      await page.getByRole('link', { name: 'Next' }).click();
      await expectPage(2);
      await expect.poll(() => page.title()).toContain(`page 2 of ${pages()}`);
    });

    test('the filters are a form, and a chip removes one', async () => {
      await replaceVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
      await page.goto(`${site.url}/main`);
      const inMarkets = places.filter(({ businessInfo }) => businessInfo === 'Pasar');
      await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Pasar');
      await page.getByRole('button', { name: 'Apply filters' }).click();
      await expectCount(inMarkets.length);
      expect(new URL(page.url()).pathname).toBe('/main');
      await page.getByRole('link', { name: 'Remove Category: Pasar' }).click();
      await expectCount(places.length);
    });

    test('the search finds a name, and its card leads to the place with its contacts', async () => {
      await replaceVisitor({ javaScriptEnabled: false });
      await page.goto(site.url);
      await page.getByRole('combobox', { name: 'Search places' }).fill('</script>');
      await page.getByRole('button', { name: 'Search' }).click();
      await expectCount(1);
      await cards().first().click();
      await page.waitForURL(`${site.url}/places/${richId}`);
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
      const contacts = page.getByRole('list', { name: 'Contact' }).getByRole('link');
      await expect
        .poll(() => contacts.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
        .toEqual([
          'https://wa.me/60123456789',
          'tel:+60123456789',
          'https://www.google.com/maps/dir/?api=1&destination=3.1645%2C101.7045',
        ]);
      const video = page.getByRole('link', { name: /Watch video/ });
      await expect.poll(() => video.getAttribute('href')).toBe('https://youtu.be/dQw4w9WgXcQ');
    });

    test.each(['/nowhere/at/all', '/places/01ARZ3NDEKTSV4RRFFQ69G5FAV'])(
      '%s says that it is not there',
      async (path) => {
        await replaceVisitor({ javaScriptEnabled: false });
        expect((await page.goto(site.url + path))?.status()).toBe(404);
        await expect
          .poll(() => page.getByRole('heading', { level: 1 }).textContent())
          .toBe('Page not found');
      },
    );
  });

  describe('with scripts', () => {
    const recordApiGets = () => {
      const requested: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/') && request.method() === 'GET') requested.push(pathname);
      });
      return requested;
    };

    test.each(['/', '/main?page=2&utm_source=x', '/?kampong=Chow+Kit', '/?q=%3Cb%3E'])(
      '%s hydrates without errors and requests only the whole list, once it is used',
      async (path) => {
        const requested = recordApiGets();
        await page.goto(site.url + path, { waitUntil: 'networkidle' });
        await flushRequests();
        expect(requested).toEqual([]);
        await page.mouse.move(100, 200);
        await expect.poll(() => requested).toEqual(['/api/businesses/approved']);
        expect(visitor.problems).toEqual([]);
        await page
          .getByRole('combobox', { name: 'Kampong', exact: true })
          .selectOption('Raja Muda');
        await expect.poll(() => page.url()).toContain('kampong=Raja+Muda');
        expect(visitor.problems).toEqual([]);
      },
    );

    test('a place hydrates without errors and without a request', async () => {
      const requested = recordApiGets();
      await open(`/places/${richId}`);
      await page.waitForLoadState('networkidle');
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
      await flushRequests();
      expect(requested).toEqual([]);
      await page.getByRole('button', { name: /Play video/ }).click();
      await page.locator('iframe').waitFor();
      expect(visitor.problems).toEqual([]);
    });

    test('the server-rendered cards stay when the whole list fails to load, and Retry loads it', async () => {
      await page.route('**/api/businesses/approved', (route) => route.abort());
      await page.goto(`${site.url}/`, { waitUntil: 'networkidle' });
      await page.mouse.move(100, 200);
      await page.getByText('These places were loaded earlier.').waitFor();
      await expectCount(places.length, 1);
      await expect.poll(() => page.getByText("We couldn't load").count()).toBe(0);
      await expect.poll(() => cards().count()).toBe(12);
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByText('No Places Found').waitFor();
      await page.unroute('**/api/businesses/approved');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expectCount(places.length, 2);
    });

    test('a browser of 2023 shows a place, leads an owner through the form, and lets an admin in', async () => {
      await page.addInitScript(removeNewerFeatures);
      await open(`/places/${richId}`);
      const website = page.getByRole('link', { name: /^Website/ });
      await expect.poll(() => website.getAttribute('href')).toBe('https://kopi.example/');
      await page.getByRole('button', { name: `Save ${name}` }).click();
      const { id } = await openAsNewOwner(page, site, 'y2023@example.org');
      await saveDraft(page, id, { reached: 3 });
      await open('/form?step=3');
      await page.getByLabel('Website (optional)', { exact: true }).fill('makteh.example');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByText('Step 4 of 5').waitFor();
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${site.url}/admin?next=/adminDashboard/review`);
      await fillAdminLogin(page, adminLogin);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL(`${site.url}/adminDashboard/review`);
      await page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor();
      expect(visitor.problems).toEqual([]);
    });

    test('nothing lies under the notch of a phone that is held sideways', async () => {
      await replaceVisitor({ viewport: { width: 844, height: 390 }, hasTouch: true });
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Emulation.setSafeAreaInsetsOverride', {
        insets: { left: 47, right: 47 },
      });
      const hidden = () =>
        page.locator('h1, h2, h3, p, label, input, select').evaluateAll((all) =>
          all
            .filter((element) => element.checkVisibility() && !element.closest('[role=region]'))
            .filter((element) => element.textContent.trim() || element.matches('input, select'))
            .filter((element) => {
              const { left, right, width } = element.getBoundingClientRect();
              const { paddingLeft, paddingRight } = getComputedStyle(element);
              const start = left + Number.parseFloat(paddingLeft);
              const end = right - Number.parseFloat(paddingRight);
              return width > 1 && (start < 47 || end > innerWidth - 47);
            })
            .map((element) => element.outerHTML.slice(0, 80)),
        );
      const expectInSight = async (path: string) => {
        await open(path);
        await page.waitForLoadState('networkidle');
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([path, await hidden()]).toEqual([path, []]);
      };
      await expectInSight('/');
      await expectInSight(`/places/${richId}`);
      await openAsNewOwner(page, site, 'notch@example.org');
      await expectInSight('/user/dashboard');
      await openAsAdmin(page, site);
      await expectInSight('/business-list');
    });

    test('words that only screen readers get stand apart from those beside them', async () => {
      await open('/?open=now');
      expect(await spokenLinks()).toContain('Remove Open now');
      await open(`/places/${richId}`);
      expect(await spokenLinks()).toContain('Website (opens in a new tab)');
    });

    test('a page has icons for tabs and for home screens', async () => {
      await open('/');
      const icons = page.locator('link[rel=icon], link[rel=apple-touch-icon]');
      const paths = await icons.evaluateAll((all) => all.map((icon) => icon.getAttribute('href')));
      const types = paths.map(async (path) => {
        const response = await page.request.get(site.url + (path ?? ''));
        return response.headers()['content-type'];
      });
      expect(await Promise.all(types)).toEqual(['image/svg+xml', 'image/png']);
    });

    test('a logged-in user is greeted without hydration errors', async () => {
      await logInAsAdmin(page, site);
      for (const path of ['/', `/places/${richId}`]) {
        await page.goto(site.url + path, { waitUntil: 'networkidle' });
        await page.getByRole('link', { name: 'Dashboard' }).waitFor();
        await expect.poll(() => page.getByRole('link', { name: 'Login' }).count()).toBe(0);
      }
      expect(visitor.problems).toEqual([]);
    });

    test('the greeting of a long name makes the header no higher and shifts nothing', async () => {
      const widths = [320, 360, 768, 1440];
      await recordLayoutShifts(page);
      const headerHeight = async (width: number) => {
        await page.setViewportSize({ width, height: 740 });
        return (await page.getByRole('banner').boundingBox())?.height;
      };
      await openWithFonts('/');
      const heights: (number | undefined)[] = [];
      for (const width of widths) heights.push(await headerHeight(width));
      await openAsAdmin(page, site);
      const user = { id: '1', full_name: 'Siti Nurhaliza binti Abdul Rahman', email: '' };
      await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user));
      for (const [at, width] of widths.entries()) {
        await page.setViewportSize({ width, height: 740 });
        await openWithFonts('/');
        await page.getByText('Hi, Siti Nurhaliza binti Abdul Rahman!').waitFor();
        expect([width, await headerHeight(width)]).toEqual([width, heights[at]]);
        await expectNoShift(page, `/ at ${width} px`);
      }
    });

    test("lines break with the system's fonts as with the site's", async () => {
      const name = () => page.getByRole('banner').getByText('Kampong Bharu');
      const heightsAt = async (width: number) => {
        await page.setViewportSize({ width, height: 740 });
        return {
          width,
          name: (await name().first().boundingBox())?.height,
          header: (await page.getByRole('banner').boundingBox())?.height,
          page: await page.evaluate(() => document.documentElement.scrollHeight),
        };
      };
      const widths = [320, 360, 1440];
      await openWithFonts('/');
      const own: Awaited<ReturnType<typeof heightsAt>>[] = [];
      for (const width of widths) own.push(await heightsAt(width));
      await replaceVisitor();
      await page.route('**/*.woff2', (route) => route.abort());
      await page.goto(site.url, { waitUntil: 'networkidle' });
      for (const [at, width] of widths.entries()) {
        const system = await heightsAt(width);
        expect({ ...system, page: 0 }).toEqual({ ...own[at], page: 0 });
        // A few lines of many may break elsewhere.
        expect(Math.abs(system.page / (own[at]?.page ?? NaN) - 1)).toBeLessThan(0.04);
      }
    });

    test('the search of a place is in one row with the link to the home page', async () => {
      await open(`/places/${richId}`);
      const header = page.getByRole('banner');
      const middleOf = async (target: Locator) => {
        const { y, height } = (await target.boundingBox()) ?? { y: NaN, height: NaN };
        return y + height / 2;
      };
      const home = header.getByRole('link', { name: 'Kampong Bharu Directory' });
      for (const width of [320, 360, 768]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await middleOf(home)).toBeCloseTo(await middleOf(header.getByRole('search')), 0);
      }
    });

    test('the search of a place ends a hint that is too long by an ellipsis', async () => {
      await page.setViewportSize({ width: 320, height: 740 });
      await open(`/places/${richId}`);
      const field = page.getByRole('banner').getByRole('combobox', { name: 'Search places' });
      await expect
        .poll(() => field.evaluate((input) => getComputedStyle(input).textOverflow))
        .toBe('ellipsis');
    });

    test.each([360, 768])(
      'the link to copy is below the buttons of a place and moves none, at %i px',
      async (width) => {
        await replaceVisitor({ viewport: { width, height: 740 } });
        await page.addInitScript(() => {
          for (const name of ['share', 'clipboard'])
            Object.defineProperty(navigator, name, { value: undefined });
        });
        await openWithFonts(`/places/${richId}`);
        const contact = page.getByRole('list', { name: 'Contact' });
        const inList = async (child: Locator) => {
          const [list, box] = [await contact.boundingBox(), await child.boundingBox()];
          if (!list || !box) throw new Error('The contact buttons are not shown.');
          const left = box.x - list.x;
          return {
            top: box.y - list.y,
            middle: Math.round(left + box.width / 2),
            width: box.width,
          };
        };
        const buttons = () =>
          Promise.all(
            ['Phone', 'Share', 'Save'].map(async (text) => {
              const { top, middle } = await inList(contact.getByText(text).first());
              return { top, middle };
            }),
          );
        const before = await buttons();
        await page.getByRole('button', { name: 'Share' }).click();
        const link = await inList(contact.getByLabel('Copy this link'));
        expect(await buttons()).toEqual(before);
        expect(link.top).toBeGreaterThan(Math.max(...before.map(({ top }) => top)));
        const row = await contact.boundingBox();
        expect(link.width).toBeCloseTo(row?.width ?? 0, 0);
      },
    );

    test('a place scrolls to the end of its footer, and not horizontally, also with large text', async () => {
      await open(`/places/${richId}`);
      const footer = page.getByRole('contentinfo');
      const bar = page.getByRole('navigation', { name: 'Quick contact' });
      const covered = async () => {
        const [end, top] = await Promise.all([
          footer.evaluate((box) => box.getBoundingClientRect().bottom),
          bar.evaluate((box) => box.getBoundingClientRect().top),
        ]);
        return end - top;
      };
      for (const [width, fontSize] of [
        [320, '100%'],
        [300, '100%'],
        [360, '200%'],
        [390, '130%'],
      ] as const) {
        await page.setViewportSize({ width, height: 740 });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, fontSize);
        await footer.scrollIntoViewIfNeeded();
        await expect.poll(() => bar.getByRole('link').count()).toBe(3);
        await expectNoHorizontalScroll(page);
        await expect.poll(() => bar.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await expect.poll(covered).toBeLessThanOrEqual(0);
      }
    });

    test('large text does not run out of the opening hours and the mark of the site', async () => {
      await replaceVisitor({ viewport: { width: 360, height: 740 } });
      const { id } = places.find(({ openingTimes }) => openingTimes !== null) ?? { id: '' };
      await openWithFonts(`/places/${id}`);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      const day = page.getByRole('rowheader', { name: 'Wednesday' });
      const room = await day.evaluate((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return cell.getBoundingClientRect().right - text.getBoundingClientRect().right;
      });
      expect(room).toBeGreaterThan(0);
      await page.getByRole('link', { name: 'All places' }).click();
      const home = page.getByRole('banner').getByRole('link', { name: 'Kampong Bharu Directory' });
      await page.getByRole('heading', { level: 2, name: 'Places' }).waitFor();
      const mark = await home.locator('svg').boundingBox();
      expect(mark?.width).toBe(mark?.height);
    });

    test('a place with a video and a long word as its name does not scroll horizontally at 320 px', async () => {
      const id = await publishListing(site, {
        businessName: '@KedaiMakanMakTehKampungBharuKualaLumpur',
        youtube: 'https://youtu.be/dQw4w9WgXcQ',
      });
      await replaceVisitor({ viewport: { width: 320, height: 640 } });
      await open(`/places/${id}`);
      await page.getByRole('button', { name: /^Play video/ }).waitFor();
      await expectNoHorizontalScroll(page);
    });

    test('the results of a search do not scroll horizontally at 360 px with text of 200%', async () => {
      await replaceVisitor({ viewport: { width: 360, height: 740 } });
      await openWithFonts('/?q=kafe');
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expectNoHorizontalScroll(page);
    });

    test('the choice of list or map is whole at 320 px with text of 200%', async () => {
      await replaceVisitor({ viewport: { width: 320, height: 740 } });
      await openWithFonts('/?q=kafe');
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      const views = page.getByRole('navigation', { name: 'View' });
      await expect.poll(() => views.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    });

    test('the texts about the data do not scroll horizontally at 320 px with text of 200%', async () => {
      await replaceVisitor({ viewport: { width: 320, height: 740 } });
      await openWithFonts('/data');
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expectNoHorizontalScroll(page);
    });

    test('the texts on cards are whole with wide text spacing', async () => {
      await replaceVisitor({ viewport: { width: 360, height: 740 } });
      await openWithFonts('/');
      // The status of opening times comes with the scripts.
      await page.locator('article [data-status]').first().waitFor();
      const cut = await page.locator('article a span').evaluateAll((texts) => {
        for (const { style } of texts)
          Object.assign(style, { letterSpacing: '0.12em', wordSpacing: '0.16em', lineHeight: 1.5 });
        // A width of 0 is that of an inline element.
        return texts
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .map(({ textContent }) => textContent);
      });
      expect(cut).toEqual([]);
    });

    test('a place is printed without the header, footer and buttons', async () => {
      await open(`/places/${richId}`);
      const hidden = ['banner', 'contentinfo', 'navigation', 'search'] as const;
      // The pin of a map is a button, too.
      const locators = [
        ...hidden.map((role) => page.getByRole(role)),
        page.locator('button, a[role="button"]'),
      ];
      const visible = () =>
        Promise.all(locators.map((locator) => locator.filter({ visible: true }).count()));
      await page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Zoom in' }).waitFor();
      expect(Math.min(...(await visible()).slice(0, 2))).toBe(1);
      await page.emulateMedia({ media: 'print' });
      expect(await visible()).toEqual([0, 0, 0, 0, 0]);
      await page.getByText('012-345 6789').first().waitFor();
      await page.getByRole('heading', { name: 'Video' }).waitFor({ state: 'hidden' });
      const inkOf = (target: Locator) => target.evaluate((node) => getComputedStyle(node).color);
      const whatsapp = page.getByRole('link', { name: /^WhatsApp/ }).first();
      expect(await inkOf(whatsapp)).toBe('rgb(28, 79, 59)');
      await open('/');
      expect(await inkOf(page.locator('h1'))).toBe('rgb(42, 36, 27)');
      await page.locator('main div + svg').first().waitFor({ state: 'hidden' });
      await open('/?category=Pasar');
      await expect.poll(visible).toEqual([0, 0, 0, 0, 0]);
      const chips = page.getByRole('list', { name: 'Active filters' });
      await chips.getByText('Pasar').last().waitFor();
      await chips.locator('svg').waitFor({ state: 'hidden' });
      await chips.getByText('Clear all').waitFor({ state: 'hidden' });
    });

    test('a place is printed with addresses of links, and no frame of a map that was not in sight', async () => {
      await replaceVisitor({ viewport: { width: 700, height: 500 } });
      await open(`/places/${richId}`);
      const location = page.locator('section', {
        has: page.getByRole('heading', { name: 'Location' }),
      });
      const map = location.locator('div:empty').first();
      await map.waitFor();
      const website = page.getByRole('link', { name: /^Website/ });
      const after = () =>
        website.evaluate((link) => getComputedStyle(link, '::after').getPropertyValue('content'));
      expect(await after()).toBe('none');
      await page.emulateMedia({ media: 'print' });
      expect(await after()).toContain('https://kopi.example');
      const links = page.getByRole('list', { name: 'Links' });
      const heights = () =>
        links.getByRole('link').evaluateAll((all) => all.map((link) => link.clientHeight));
      expect(Math.max(...(await heights()))).toBeLessThan(60);
      await map.waitFor({ state: 'hidden' });
      await location.getByText(/^Coordinates: /).waitFor();
      await location.getByText('Waze').waitFor({ state: 'hidden' });
      await page
        .getByRole('link', { name: /^Directions/ })
        .first()
        .waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'All places' }).waitFor({ state: 'hidden' });
    });

    /** When the first photograph came and the first script was requested, in ms after the start of the page. */
    const startOfScripts = () =>
      page.evaluate(() => {
        const loaded = performance
          .getEntriesByType('resource')
          .filter((entry) => 'responseEnd' in entry);
        const photo = document.querySelector<HTMLImageElement>('img[loading="eager"]')?.currentSrc;
        return {
          photo: Number(loaded.find(({ name }) => name === photo)?.responseEnd ?? Infinity),
          script: Math.min(
            ...loaded.filter(({ name }) => name.endsWith('.js')).map(({ startTime }) => startTime),
          ),
        };
      });

    test('scripts are requested when the first photograph is there, or after two seconds', async () => {
      const sendPhotos = await pauseRequests(page, '**/uploads/*');
      await page.goto(site.url, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      sendPhotos();
      await page.waitForLoadState('networkidle');
      const { photo, script } = await startOfScripts();
      expect(script).toBeGreaterThan(Math.min(photo, 2_000));
      expect(script).toBeLessThan(Infinity);
    });

    test('a photograph that does not come keeps no script from being requested', async () => {
      await pauseRequests(page, '**/uploads/*');
      await page.goto(site.url, { waitUntil: 'commit' });
      const script = async () => (await startOfScripts()).script;
      await expect.poll(script).toBeLessThan(Infinity);
      await expect.poll(script).toBeGreaterThan(2_000);
    });

    test('a photograph that failed before the hydration is replaced by a drawing', async () => {
      await page.route('**/uploads/*', (route) => route.fulfill({ status: 404 }));
      visitor.ignoreProblem(/404/);
      await page.goto(`${site.url}/places/${richId}`);
      await page.locator('article svg[viewBox="0 0 400 300"]').waitFor();
      await page.getByRole('img', { name }).waitFor({ state: 'detached' });
    });

    test('late fonts cause no layout shift', async () => {
      await replaceVisitor({ viewport: { width: 360, height: 900 } });
      await recordLayoutShifts(page);
      const late: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('.woff2')) late.push(request.url());
      });
      const sendFonts = await pauseRequests(page, '**/*.woff2');
      await page.goto(site.url, { waitUntil: 'domcontentloaded' });
      await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length > 0,
      );
      expect(late).not.toEqual([]);
      sendFonts();
      await page.waitForLoadState('networkidle');
      await expectNoShift(page, '/');
    });

    test.each(['03:00', '12:00', '23:30'])(
      'cards do not move when they show whether a place is open at %s',
      async (time) => {
        for (const path of ['/', '/?page=2', '/?page=3']) {
          await replaceVisitor({ viewport: { width: 360, height: 3_000 } });
          await page.clock.setFixedTime(`2026-11-25T${time}:00+08:00`);
          await recordLayoutShifts(page);
          await page.goto(site.url + path, { waitUntil: 'networkidle' });
          await page
            .locator('article [data-status=open], article [data-status=closed]')
            .first()
            .waitFor();
          await expectNoShift(page, path, 0.001);
        }
      },
    );

    test('the server-rendered HTML has all initial styles in it and names all initial scripts', async () => {
      const response = await open('/');
      await page.waitForLoadState('networkidle');
      const html = (await response?.text()) ?? '';
      const loaded = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.css') || /\/assets\/.*\.js$/.test(name))
          .map(({ name }) => new URL(name).pathname),
      );
      expect(loaded).not.toEqual([]);
      expect(loaded.filter((path) => path.endsWith('.css') || !html.includes(path))).toEqual([]);
    });
  });
});

/** The words of each link as Chromium gives them to screen readers, which join its texts; a name may have other spaces. */
async function spokenLinks(): Promise<readonly string[]> {
  const devTools = await page.context().newCDPSession(page);
  const { nodes } = await devTools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const wordsOf = (id: string): string => {
    const node = byId.get(id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value);
    return (node?.childIds ?? []).map(wordsOf).join('');
  };
  return nodes
    .filter(({ role }) => role?.value === 'link')
    .map(({ nodeId }) => wordsOf(nodeId).replaceAll(/\s+/g, ' ').trim());
}

/** Runs in the page: what Safari 16.4 and Chrome 111, the oldest that the build is made for, do not have. */
function removeNewerFeatures(): void {
  const newer: readonly (readonly [object, ...string[]])[] = [
    [URL, 'canParse', 'parse'],
    [Promise, 'withResolvers', 'try'],
    [Object, 'groupBy'],
    [Map, 'groupBy'],
    [Array, 'fromAsync'],
    [Set.prototype, 'difference', 'intersection', 'union', 'isSubsetOf', 'isSupersetOf'],
    [AbortSignal, 'any'],
    [Element.prototype, 'checkVisibility'],
    [HTMLElement.prototype, 'showPopover', 'hidePopover', 'togglePopover'],
    [Document.prototype, 'startViewTransition'],
    [window, 'Iterator', 'navigation', 'requestIdleCallback', 'cookieStore'],
  ];
  for (const [owner, ...names] of newer)
    for (const name of names) Reflect.deleteProperty(owner, name);
}
