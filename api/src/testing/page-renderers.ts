import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageRenderer } from '../contracts/page-renderer.ts';

const browserPaths = [
  '/login',
  '/user/register',
  '/user/userlogin',
  '/user/dashboard',
  '/form',
  '/my-businesses/:id',
  '/my-analytics',
  '/places/:id/as-of',
  '/admin',
  '/adminDashboard',
  '/adminDashboard/review',
  '/adminDashboard/deleted',
  '/adminDashboard/as-of',
  '/adminDashboard/audit',
  '/adminDashboard/reports',
  '/adminDashboard/history/:id',
  '/adminDashboard/correct/:id',
  '/business-list',
];

export type CountingRenderer = PageRenderer & {
  /** The rendered addresses, in order. */
  readonly rendered: readonly string[];
};

/** Renders minimal pages and records them: the real renderer needs the built pages. */
export function countingRenderer(): CountingRenderer {
  const rendered: string[] = [];
  const page = (address: string, words: readonly string[]) => {
    rendered.push(address);
    return `<title>${address}</title>${words.map((word) => `<p>${word}</p>`).join('')}`;
  };
  return {
    rendered,
    homeQuery: (search) => /[?&]((?:page|q)=\w+)/.exec(search)?.[1] ?? '',
    isCommon: (query) => !query.includes('q='),
    dependsOnTime: () => false,
    homePage:
      ({ origin, path, query, places }) =>
      () =>
        page(
          `${origin}${path}${query}`,
          places.map((place) => place.businessName),
        ),
    savedQuery: () => '',
    savedPage: ({ origin, path }) => page(`${origin}${path}`, []),
    dataPage: ({ origin, path }) => page(`${origin}${path}`, []),
    privacyPage: ({ origin, path }) => page(`${origin}${path}`, []),
    placePage: ({ origin, path, place }) => page(`${origin}${path}`, [place.businessName]),
    notFoundPage: () => page('not found', []),
    hiddenPlacePage: () => page('hidden', []),
    shell: ({ currentYear }) => `<title>rendered in the browser in ${currentYear}</title>`,
    browserPaths,
    accountPages: { '/user/userlogin': '<title>login</title>' },
    inline: { styles: ['p{color:red}'], scripts: ['start()'] },
  };
}

/** Renders the document of a folder for every address. */
export function samePage(folder: string): PageRenderer {
  const template = join(folder, 'index.html');
  const html = existsSync(template) ? readFileSync(template, 'utf8') : '';
  const page = () => html;
  return {
    homeQuery: () => '',
    isCommon: () => true,
    dependsOnTime: () => false,
    homePage: () => page,
    savedQuery: () => '',
    savedPage: page,
    dataPage: page,
    privacyPage: page,
    placePage: page,
    notFoundPage: page,
    hiddenPlacePage: page,
    shell: page,
    browserPaths,
    accountPages: {},
    inline: { styles: [], scripts: [] },
  };
}
