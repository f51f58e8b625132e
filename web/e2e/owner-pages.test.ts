import { describe, test } from 'vitest';
import { ownerPaths } from '../src/app/area-paths.ts';
import { expectLargeTargets } from './accessibility.ts';
import { hasNoBrowser, open, page, setUpFixture, site } from './fixture.ts';
import { expectGoodPages, screens, useScreen } from './private-pages.ts';
import { openAsNewOwner } from './users.ts';

describe.skipIf(hasNoBrowser)('the pages of owners in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' } });

  test.each(screens)(
    'on %s are answered 200, do not jump, fit, and have large controls',
    async (name, screen) => {
      await useScreen(screen);
      const owner = await openAsNewOwner(page, site, `${name.replaceAll(' ', '-')}@example.org`);
      const { id } = await owner.client.submit({});
      const sections = ['businesses', 'analytics'].map((each) => `/user/dashboard?section=${each}`);
      const paths = [
        ...ownerPaths,
        ...sections,
        '/form?step=2',
        '/account',
        '/user/forgot-password',
      ];
      await expectGoodPages(paths, id, screen);
      await open('/form?step=1');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('alert').getByRole('link').first().waitFor();
      await expectLargeTargets(page, screen.minHeight);
    },
  );
});
