import type { BusinessWithoutStats } from '@directory/api/contracts';
import type { OpeningTimes } from '@directory/domain/catalogue';
import { fromVillage, regroup } from '@directory/domain/search';
import { textSearch } from '@directory/domain/search/text';
import { describe, expect, test, vi } from 'vitest';
import { readPageData } from '../app/app.tsx';
import { aPlace, places } from '../testing/fixtures.ts';
import { hydratePage, parsePage, renderer, site } from '../testing/server-rendered.tsx';

const origin = 'https://directory.example';
const now = new Date('2026-11-23T04:00:00Z');
const listOf = (listed: readonly BusinessWithoutStats[]) => ({
  places: fromVillage(listed),
  groups: regroup(new Map(), { removed: [], added: listed }),
});
const home = (
  search = '',
  listed: readonly BusinessWithoutStats[] = places(30),
  path = '/',
  settings = site,
) => {
  const query = renderer.homeQuery(search);
  return parsePage(
    renderer.homePage({
      origin,
      path,
      query,
      ...listOf(listed),
      search: textSearch(listed).search,
      site: settings,
      now,
    })(),
  );
};
const placePage = (place: BusinessWithoutStats) =>
  parsePage(renderer.placePage({ origin, path: `/places/${place.id}`, place, site }));
const content = (page: Document, selector: string) =>
  page.querySelector(selector)?.getAttribute('content') ?? null;
const canonical = (page: Document) =>
  page.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null;
const cards = (page: Document) => [...page.querySelectorAll('main a[href^="/places/"]')];
/** The names in which Chromium drops the space beside a comment of React, so that screen readers join the words. */
const joinedNames = (page: Document) =>
  [...page.querySelectorAll('a, button, label, summary, h1, h2, h3, dd')]
    .filter((named) => /(^|>)\s+<!-- -->|<!-- -->\s+(<|$)/.test(named.innerHTML))
    .map((named) => named.textContent);
const structured = (page: Document): unknown =>
  JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null');

test('the words of names stay apart', () => {
  const listed = places(30, () => ({ subCategory: 'Kafe', facilities: ['Tandas'] }));
  expect(joinedNames(home('?near=klcc', listed))).toEqual([]);
  expect(joinedNames(placePage(aPlace({ phone: '0123456789', whatsapp: '0123456789' })))).toEqual(
    [],
  );
});

test('the paths that only the browser renders are those of owners, admins and links in mails', () => {
  expect(renderer.browserPaths.toSorted()).toEqual([
    '/account',
    '/admin/forgot-password',
    '/adminDashboard',
    '/adminDashboard/as-of',
    '/adminDashboard/audit',
    '/adminDashboard/correct/:id',
    '/adminDashboard/deleted',
    '/adminDashboard/history/:id',
    '/adminDashboard/operations',
    '/adminDashboard/reports',
    '/adminDashboard/review',
    '/business-list',
    '/form',
    '/login',
    '/my-analytics',
    '/my-businesses/:id',
    '/places/:id/as-of',
    '/reset-password',
    '/unsubscribe',
    '/user/dashboard',
    '/user/forgot-password',
    '/verify-email',
  ]);
});

describe('the home page', () => {
  test('shows its cards, how many there are, and links to the other pages', () => {
    const page = home('?page=2');
    expect(cards(page).map((card) => card.getAttribute('href'))).toEqual(
      Array.from({ length: 12 }, (_, index) => `/places/place-${index + 13}`),
    );
    expect(page.body.textContent).toContain('30 places, page 2 of 3');
    expect(page.querySelector('a[rel="next"]')?.getAttribute('href')).toBe('/?page=3');
    expect(page.title).toBe('Places in Kampong Bharu (page 2 of 3) · Kampong Bharu Directory');
  });

  test('filters as the address says, and carries no more than it shows', () => {
    const listed = places(30, (index) => (index === 3 ? { kampong: 'Chow Kit' } : {}));
    const page = home('?kampong=Chow+Kit', listed);
    expect(cards(page)).toHaveLength(1);
    expect(page.documentElement.outerHTML).toContain('Place 4');
    expect(page.documentElement.outerHTML).not.toContain('Place 5');
  });

  test('shows what is open by the clock of the site', () => {
    const noon = aPlace({ openingTimes: [{ days: ['mon'], from: '12:00', to: '12:01' }] });
    expect(cards(home('?open=now', [noon]))).toHaveLength(1);
  });

  test('is in the order of the years where the site has it', () => {
    const listed = places(2, (index) => ({ yearStarted: 2000 - index }));
    const names = (applyOrderBy: boolean) => {
      const page = home('?order=year-oldest', listed, '/', { ...site, applyOrderBy });
      return [...page.querySelectorAll('h3')].map(({ textContent }) => textContent);
    };
    expect(names(true)).toEqual(['Place 2', 'Place 1']);
    expect(names(false)).toEqual(['Place 1', 'Place 2']);
  });

  test('has a search and filters that keep each other without scripts', () => {
    const page = home('?q=kopi&kampong=Chow+Kit&facility=Tandas&facility=Surau&page=2');
    const fields = [
      ...page.querySelectorAll<HTMLInputElement>('form[role="search"] noscript input'),
    ];
    expect(fields.map(({ name, value }) => [name, value])).toEqual([
      ['kampong', 'Chow Kit'],
      ['facility', 'Tandas'],
      ['facility', 'Surau'],
    ]);
    const hidden = page.querySelectorAll<HTMLInputElement>('form[method="get"] [type="hidden"]');
    expect([...hidden].map(({ name, value }) => [name, value])).toEqual([['q', 'kopi']]);
  });

  test('is known under one address, whatever else the query says', () => {
    expect(renderer.homeQuery('?utm_source=x&category=&page=1')).toBe('');
    expect(renderer.homeQuery('?page=2&kampong=Chow+Kit')).toBe('?kampong=Chow+Kit&page=2');
    expect(canonical(home('?page=2&fbclid=1', places(30), '/main'))).toBe(`${origin}/?page=2`);
    const inChowKit = places(3, () => ({ kampong: 'Chow Kit' }));
    expect(canonical(home('?view=map&kampong=Chow+Kit', inChowKit))).toBe(
      `${origin}/?kampong=Chow+Kit`,
    );
    expect(canonical(home('?page=999'))).toBe(`${origin}/?page=3`);
    expect(canonical(home('?rating=5'))).toBe(`${origin}/`);
  });

  test('without a match is not indexed, but for an empty directory', () => {
    expect(content(home('', []), 'meta[name="robots"]')).toBeNull();
    expect(content(home('?kampong=Chow+Kit'), 'meta[name="robots"]')).toBe('noindex');
    expect(content(home('?category=Cheap+pills'), 'meta[name="robots"]')).toBe('noindex');
    expect(content(home('?q=place'), 'meta[name="robots"]')).toBeNull();
  });

  test('describes itself to messengers', () => {
    const page = home();
    expect(content(page, 'meta[name="description"]')).toContain('Discover the beauty');
    expect(content(page, 'meta[property="og:title"]')).toBe('Places in Kampong Bharu');
    expect(content(page, 'meta[property="og:url"]')).toBe(`${origin}/`);
    expect(content(page, 'meta[property="og:image"]')).toBe(`${origin}/share.png`);
    expect(content(page, 'meta[property="og:site_name"]')).toBe('Kampong Bharu Directory');
  });

  test('has its styles in it, its own after those of all pages, and scripts that wait', () => {
    const { head, body } = home();
    const style = head.querySelector('style')?.textContent ?? '';
    expect(style).toBe('.from{content:"/main.css"}.from{content:"/home.css"}');
    expect(renderer.inline.styles).toContain(style);
    const sheets = [...head.querySelectorAll('link[rel="stylesheet"]')];
    expect(
      sheets.map((link) => [link.getAttribute('href'), link.hasAttribute('disabled')]),
    ).toEqual([
      ['/main.css', true],
      ['/home.css', true],
    ]);
    expect(head.querySelector('script[type="module"], link[rel="modulepreload"]')).toBeNull();
    const waiting = body.querySelector<HTMLTemplateElement>('template#scripts')?.content;
    expect(waiting?.querySelector('script')?.getAttribute('src')).toBe('/main.js');
    expect(waiting?.querySelector('link')?.getAttribute('href')).toBe('/home.js');
    const inline = [...body.querySelectorAll('script:not([type])')];
    expect(inline.map((script) => script.textContent)).toEqual(renderer.inline.scripts);
  });

  test('requests the first photograph before its styles are read', () => {
    const render = renderer.homePage({
      origin,
      path: '/',
      query: '',
      ...listOf(places(2, () => ({ imagePath: 'kopi.jpg' }))),
      search: textSearch([]).search,
      site,
      now,
    });
    const html = render();
    const page = parsePage(html);
    const [link, ...others] = page.querySelectorAll('link[as="image"]');
    expect(link?.getAttribute('imagesrcset')).toContain('/uploads/kopi-750.jpg 750w');
    expect(others).toEqual([]);
    expect(html.indexOf('as="image"')).toBeLessThan(html.indexOf('<style>'));
    const images = [...page.querySelectorAll('main img')];
    expect(images.map((image) => image.getAttribute('loading'))).toEqual(['eager', 'lazy']);
  });
});

describe('the page of a place', () => {
  const place = aPlace({
    businessName: 'Kedai Kopi',
    address: '12, Jalan Raja Alang',
    imagePath: 'kopi.jpg',
    phone: '012-3456789',
    synopsis: `${'Kopi '.repeat(60)}end`,
  });

  test('says all of it before any script has run', () => {
    const page = placePage(place);
    expect(page.querySelector('h1')?.textContent).toBe('Kedai Kopi');
    expect(page.querySelector('a[href="tel:+60123456789"]')).not.toBeNull();
    expect(page.body.textContent).toContain('12, Jalan Raja Alang');
  });

  test('links to its video, which scripts would play', () => {
    const youtube = 'https://youtu.be/dQw4w9WgXcQ';
    const page = placePage({ ...place, youtube });
    expect(page.querySelector(`main noscript a[href="${youtube}"]`)).not.toBeNull();
  });

  test('describes itself to messengers and search engines', () => {
    const page = placePage(place);
    const image = `${origin}/uploads/kopi-750.jpg`;
    expect(page.title).toBe('Kedai Kopi · Kampong Bharu Directory');
    expect(canonical(page)).toBe(`${origin}/places/${place.id}`);
    expect(content(page, 'meta[property="og:image"]')).toBe(image);
    expect(content(page, 'meta[property="og:description"]')).toMatch(/^Kopi Kopi.{100,195}Kopi…$/);
    const telephone = '+60123456789';
    expect(structured(page)).toMatchObject({ name: 'Kedai Kopi', image, telephone });
  });

  test('without a synopsis is described by its kind and its address', () => {
    const page = placePage({ ...place, synopsis: ' ', kampong: 'Chow Kit', subCategory: 'Kafe' });
    expect(content(page, 'meta[name="description"]')).toBe(
      'Makanan & Minuman, Kafe – 12, Jalan Raja Alang, Chow Kit',
    );
  });

  test('when it is a demonstration, is none that search engines or messengers take for a business', () => {
    const page = placePage({ ...place, imagePath: 'kopi.jpg', demonstration: true });
    expect(page.querySelector('main')?.textContent).toContain('Demonstration');
    expect(content(page, 'meta[name="robots"]')).toBe('noindex');
    expect(content(page, 'meta[property="og:image"]')).toBeNull();
    expect(structured(page)).toBeNull();
    expect(canonical(page)).toBeNull();
  });

  test('without an address has no structured data', () => {
    expect(structured(placePage({ ...place, address: null }))).toBeNull();
  });
});

test('no text of a place gets out of where it belongs', () => {
  const nasty = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u2028';
  const texts = [
    'businessName',
    'address',
    'synopsis',
    'phone',
    'email',
    'website',
    'facebook',
    'location',
    'youtube',
    'subCategory',
    'imagePath',
    'source',
    'licence',
  ] as const;
  const place = aPlace(Object.fromEntries(texts.map((field) => [field, nasty])));
  for (const page of [
    home('', [place]),
    home(`?q=${encodeURIComponent(nasty)}`),
    placePage(place),
  ]) {
    const scripts = [...page.querySelectorAll('script')]
      .filter(({ type }) => !/^application\/(ld\+)?json$/.test(type))
      .map(({ textContent }) => textContent);
    expect(scripts).toEqual(renderer.inline.scripts);
    expect(page.querySelector('[onerror], img[src="x"]')).toBeNull();
    expect(readPageData(page)).not.toBeNull();
  }
  expect(structured(placePage(place))).toMatchObject({ name: nasty });
});

const saved = (search: string) => {
  const query = renderer.savedQuery(search);
  return parsePage(renderer.savedPage({ origin, path: '/saved', query, places: places(5), site }));
};

test('a shared list shows its places without scripts and is not indexed', () => {
  const page = saved('?ids=place-3,gone-1,place-1&utm=1');
  expect(cards(page).map((card) => card.getAttribute('href'))).toEqual([
    '/places/place-3',
    '/places/place-1',
  ]);
  expect(content(page, 'meta[name="robots"]')).toBe('noindex');
  expect(content(page, 'meta[property="og:title"]')).toBe('Shared places');
  expect(content(page, 'meta[property="og:description"]')).toBe('Place 3, Place 1');
  expect(content(page, 'meta[property="og:image"]')).toBe(`${origin}/share.png`);
  expect(page.documentElement.outerHTML).toContain('Place 3');
  expect(page.documentElement.outerHTML).not.toContain('Place 5');
});

test('the saved places have the title that the page has once it is hydrated', () => {
  for (const [search, title] of [
    ['', 'Saved places'],
    ['?ids=place-1', 'Shared places'],
  ] as const) {
    const page = saved(search);
    expect(page.title).toBe(`${title} · Kampong Bharu Directory`);
    expect(page.querySelector('h1')?.textContent).toBe(title);
  }
});

test('the page about the data names sources and downloads, and the feed is announced', () => {
  const page = parsePage(renderer.dataPage({ origin, path: '/data' }));
  expect(canonical(page)).toBe(`${origin}/data`);
  expect(page.querySelector('link[type="application/atom+xml"]')).not.toBeNull();
  const links = [...page.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(
    expect.arrayContaining([
      'https://www.openstreetmap.org/copyright',
      '/api/places.geojson',
      '/api/places.csv',
      '/feed.atom',
      '/api/openapi.json',
    ]),
  );
});

const privacy = () => parsePage(renderer.privacyPage({ origin, path: '/privacy', site }));

test('the privacy notice is in English and Malay, and names whom to write to', () => {
  const page = privacy();
  expect(canonical(page)).toBe(`${origin}/privacy`);
  expect(page.querySelector('h1')?.textContent).toBe('Privacy notice');
  expect(page.querySelector('[lang="ms"] h2')?.textContent).toBe('Notis privasi');
  expect(page.querySelectorAll('a[href="mailto:operator@directory.example"]')).toHaveLength(2);
});

test('the privacy notice names who else gets personal data: the mail service and the map service', () => {
  const { textContent } = privacy().body;
  expect(textContent).toMatch(/a mail service .* and a map service gets the address .* your pin/);
  expect(textContent).toMatch(/perkhidmatan e-mel .* dan perkhidmatan peta menerima .* pin anda/);
});

test('a page that only the browser can render shows the header before its scripts run, and what it needs without them', () => {
  const page = parsePage(renderer.shell(site));
  const home = page.querySelector('#root header a');
  expect(home?.textContent).toBe('Kampong Bharu Directory');
  expect(home?.getAttribute('href')).toBe('/');
  expect(page.querySelector('#root [role="progressbar"]')).not.toBeNull();
  expect(page.querySelector('#root noscript')?.textContent).toContain('needs JavaScript');
  expect(page.querySelector('script[src="/main.js"]')).not.toBeNull();
  expect(readPageData(page)).toEqual({ page: null, answers: { '/api/site': site } });
});

describe('what is not there', () => {
  test('has a page that says so and carries nothing', () => {
    const page = parsePage(renderer.notFoundPage());
    expect(page.querySelector('h1')?.textContent).toBe('Page not found');
    expect(readPageData(page)).toEqual({ page: 'not-found', answers: {} });
  });

  test('when it is a place, is left to scripts, which may know its owner', () => {
    const page = parsePage(renderer.hiddenPlacePage());
    expect(page.querySelector('#root > noscript')?.innerHTML).toContain('Page not found');
    expect(readPageData(page)).toBeNull();
  });
});

test.each([
  ['/', () => home()],
  ['/?page=2&utm=1', () => home('?page=2&utm=1')],
  ['/?q=zzz', () => home('?q=zzz')],
  ['/?view=map', () => home('?view=map')],
  ['/main', () => home('', places(30), '/main')],
  ['/data', () => parsePage(renderer.dataPage({ origin, path: '/data' }))],
  ['/privacy', privacy],
  ['/saved?ids=place-3', () => saved('?ids=place-3')],
  [
    '/places/place-1',
    () =>
      placePage(
        aPlace({
          id: 'place-1',
          youtube: 'https://youtu.be/dQw4w9WgXcQ',
          latitude: 3,
          longitude: 101,
        }),
      ),
  ],
])('React takes %s over without a change', async (address, render) => {
  const { element, before, trouble } = await hydratePage(address, render());
  expect(trouble).toEqual([]);
  expect(element.innerHTML).toBe(before);
});

test('a facility that is ticked before React takes over is a filter', async () => {
  const page = home('', [aPlace({ facilities: ['Surau'] })]);
  const tick = (body: HTMLElement) => body.querySelector<HTMLElement>('[value="Surau"]')?.click();
  await hydratePage('/', page, tick);
  expect(window.location.search).toBe('?facility=Surau');
});

test('a place that is reloaded still leads back to its results, without trouble', async () => {
  const page = placePage(aPlace({ id: 'place-1' }));
  const state = { results: '/?page=2' };
  const { element, before, trouble } = await hydratePage('/places/place-1', page, undefined, state);
  expect(trouble).toEqual([]);
  expect(before).toContain('All places');
  expect(element.querySelector('main a')?.textContent).toBe('Back to results');
});

test('a notice from another page ends with a reload, without trouble', async () => {
  const state = { notice: 'That place is gone' };
  const { element, before, trouble } = await hydratePage('/', home(), undefined, state);
  expect(trouble).toEqual([]);
  expect(element.innerHTML).toBe(before);
});

test('whether a place is open is shown after React has taken over, without trouble', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T04:00:00.000Z'), toFake: ['Date'] });
  const openingTimes: OpeningTimes = [{ days: ['fri'], from: '09:00', to: '12:30' }];
  const page = placePage(aPlace({ id: 'place-1', openingTimes }));
  const { element, before, trouble } = await hydratePage('/places/place-1', page);
  expect(trouble).toEqual([]);
  expect(before).toContain('Fri 9 am – 12:30 pm');
  expect(before).not.toMatch(/Open until|aria-current="date"/);
  expect(element.textContent).toContain('Open until 12:30 pm');
  expect(element.querySelector('[aria-current="date"]')?.textContent).toContain('Friday');
});
