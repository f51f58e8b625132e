import { describe, test } from 'vitest';
import { publicPaths } from '../src/app/area-paths.ts';
import { scrollToEnd } from './browser.ts';
import { hasNoBrowser, page, setUpFixture, site } from './fixture.ts';
import { expectGoodPages, openOnScreen, screens } from './page-audit.ts';
import { publishListing, richFields } from './site.ts';

describe.skipIf(hasNoBrowser)('the pages for everybody in a browser', () => {
  setUpFixture({ prepare });

  let richId: string;

  async function prepare() {
    richId = await publishListing(site, richFields);
  }

  test.each(screens)('are good on %s', async (_, screen) => {
    await openOnScreen(screen);
    const states = [() => scrollToEnd(page)];
    const pages = [
      ...['/', '/?view=map', '/?q=zzz&kampong=Chow+Kit', '/?q=masjid&kampong=Chow+Kit'],
      ...[`/places/${richId}`, `/saved?ids=${richId}`, '/privacy'],
      ...['/user/userlogin?next=/form', '/user/register', '/admin'],
      ...publicPaths.map((path) => path.replace(':id', richId)),
    ].map((path) => ({ path, states }));
    const options = { maxShift: 0.01 };
    const openFilters = async () => {
      const filters = page.getByRole('button', { name: 'Filters' });
      if (await filters.isVisible()) await filters.click();
    };
    const others = [
      { path: '/?category=Kesihatan', states: [openFilters] },
      { path: '/nowhere', status: 404 },
      // As the home page, but with other photographs.
      { path: '/?page=3', states: [] },
    ];
    await expectGoodPages([...pages, ...others], screen, options);
    // The sources of the data are a list of texts.
    await expectGoodPages([{ path: '/data', states }], { ...screen, minHeight: 0 }, options);
  });
});
