import type { CreatePageRenderer, HomePageContent } from '@directory/api/contracts';
import { momentIn, isMainCategory, kampongs, subCategories } from '@directory/domain/catalogue';
import { findResults } from '@directory/domain/search';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from '../shared/navigation/router.tsx';
import {
  App,
  type PageData,
  pageDataId,
  type PageName,
  preloadAllPages,
  Root,
} from '../app/app.tsx';
import { adminPaths, ownerPaths, publicPaths } from '../app/area-paths.ts';
import { PendingBar } from '../app/layout.tsx';
import { BareHeader } from '../app/site-header.tsx';
import { filtersSearch, parseFilters, type Filters } from '../features/browse/filters.ts';
import { resultsKey } from '../features/browse/use-results.ts';
import { findById, sharedIds, sharedSearch } from '../features/browse/saved-page.tsx';
import { createResourceCache } from '../shared/resource/use-resource.ts';
import { createSessionStore } from '../shared/session/session.ts';
import ui from '../shared/ui/ui.module.css';
import { loginTitle, register } from '../texts/account-texts.ts';
import { frame } from '../texts/admin-texts.ts';
import {
  AccountHead,
  DataHead,
  HomeHead,
  NotFoundHead,
  PlaceHead,
  PrivacyHead,
  SavedHead,
} from './page-head.tsx';
import {
  inertJson,
  loadScripts,
  pageTemplate,
  type PageTemplate,
  routeAssets,
} from './page-template.ts';

/** The pages to log in and to register, by path. */
const accountPages: Readonly<Record<string, { readonly page: PageName; readonly title: string }>> =
  {
    '/user/userlogin': { page: 'login', title: loginTitle },
    '/user/register': { page: 'register', title: register.title },
    '/admin': { page: 'admin-login', title: frame.panel },
  };

// Loaded once, so that rendering never suspends.
await preloadAllPages();

export const createPageRenderer: CreatePageRenderer = (built) => {
  const templateOf = (source: string) =>
    pageTemplate(built, routeAssets(built.manifest, `src/${source}`));
  const templates: Record<PageName, PageTemplate> = {
    home: templateOf('features/browse/browse-page.tsx'),
    place: templateOf('features/place/place-page.tsx'),
    saved: templateOf('features/browse/saved-page.tsx'),
    data: templateOf('features/about/data-page.tsx'),
    privacy: templateOf('features/about/privacy-page.tsx'),
    'not-found': templateOf('app/not-found-page.tsx'),
    login: templateOf('features/account/login-page.tsx'),
    register: templateOf('features/account/register-page.tsx'),
    'admin-login': templateOf('features/admin/login/admin-login-page.tsx'),
  };
  const document = (
    page: PageName,
    location: string,
    head: ReactNode,
    answers: PageData['answers'] = {},
  ) => {
    const { preloads, content } = application(location, answers);
    return templates[page].fill({
      head: renderToStaticMarkup(head) + preloads,
      body: rootElement(content) + dataElement({ page, answers }),
    });
  };

  return {
    inline: {
      styles: Object.values(templates).map(({ style }) => style),
      scripts: [loadScripts],
    },
    homeQuery: (search) => filtersSearch(parseFilters(new URLSearchParams(search))),
    isCommon: (query) => areCommon(parseFilters(new URLSearchParams(query))),
    dependsOnTime: (query) => parseFilters(new URLSearchParams(query)).open,
    homePage(content) {
      const { origin, path, query, site } = content;
      const { filters, results } = homeResults(content);
      const head = <HomeHead {...{ origin, filters, results }} />;
      const answers = { '/api/site': site, [resultsKey(filters)]: results };
      return () => document('home', path + query, head, answers);
    },
    placePage: ({ origin, path, place, site }) =>
      document('place', path, <PlaceHead origin={origin} place={place} />, {
        '/api/site': site,
        [`/api/businesses/${encodeURIComponent(place.id)}`]: place,
      }),
    savedQuery: (search) => {
      const ids = sharedIds(new URLSearchParams(search));
      return ids === null ? '' : sharedSearch(ids);
    },
    savedPage({ origin, path, query, places, site }) {
      const ids = sharedIds(new URLSearchParams(query));
      const found = ids && findById(places, ids);
      const shared = ids && { [`saved${sharedSearch(ids)}`]: found };
      const head = <SavedHead {...{ origin, query }} places={found?.places ?? null} />;
      return document('saved', path + query, head, { '/api/site': site, ...shared });
    },
    dataPage: ({ origin, path }) => document('data', path, <DataHead origin={origin} />),
    privacyPage: ({ origin, path, site }) =>
      document('privacy', path, <PrivacyHead origin={origin} />, { '/api/site': site }),
    accountPages: Object.fromEntries(
      Object.entries(accountPages).map(([path, { page, title }]) => [
        path,
        document(page, path, <AccountHead title={title} />),
      ]),
    ),
    notFoundPage: () => document('not-found', nowhere, <NotFoundHead />),
    shell: (site) => {
      const data = dataElement({ page: null, answers: { '/api/site': site } });
      // A function, as the text may contain what `replace` takes for a pattern.
      return built.template.replace(rootElement(''), () => rootElement(shellContent) + data);
    },
    browserPaths: [...publicPaths, ...ownerPaths, ...adminPaths],
    hiddenPlacePage: () =>
      templates['not-found'].fill({
        head: renderToStaticMarkup(<NotFoundHead />),
        body: rootElement(`<noscript>${application(nowhere, {}).content}</noscript>`),
      }),
  };
};

const shellContent = renderToStaticMarkup(
  <StaticRouter location="/">
    <BareHeader />
    <main>
      <div className={ui.scripted}>
        <PendingBar />
      </div>
      <noscript>
        <p className={`${ui.page} ${ui.waiting}`}>
          This page needs JavaScript. <a href="/">The places of the directory</a> can be read
          without it.
        </p>
      </noscript>
    </main>
  </StaticRouter>,
);

/** Public pages are rendered for nobody in particular. */
const noSession = createSessionStore(new EventTarget());

/** One page for every unknown address. */
const nowhere = '/404';

type HomeContent = Omit<HomePageContent, 'origin' | 'path'>;

function homeResults({ query, places, groups, search, site, now }: HomeContent) {
  const filters = parseFilters(new URLSearchParams(query));
  const results = findResults(places, filters, {
    applyOrderBy: site.applyOrderBy,
    at: momentIn(site, now),
    position: null,
    matches: filters.q ? search(filters.q) : null,
    groups,
  });
  return { filters, results };
}

/** The content of the root element, and the links to what it needs first, for the head. */
function application(location: string, answers: PageData['answers']) {
  const resources = createResourceCache(() => Promise.reject(new Error('nothing is asked here')), {
    answers,
    isFresh: true,
  });
  const html = renderToString(
    <Root sessions={noSession} resources={resources}>
      <StaticRouter location={location}>
        <App />
      </StaticRouter>
    </Root>,
  );
  const [preloads = ''] = /^(?:<link rel="preload"[^>]*>)*/.exec(html) ?? [];
  return { preloads, content: html.slice(preloads.length) };
}

function rootElement(content: string): string {
  return `<div id="root">${content}</div>`;
}

function dataElement(data: PageData): string {
  return `<script type="application/json" id="${pageDataId}">${inertJson(data)}</script>`;
}

/** Whether other visitors may well choose the same filters: none of them was typed or drawn. */
export function areCommon({ q, area, category, subcategory, kampong }: Filters): boolean {
  const isKnownKampong = kampong === null || kampongs.some((known) => known === kampong);
  return q === '' && area === null && isKnownKampong && isKnown(category, subcategory);
}

function isKnown(category: string | null, subcategory: string | null): boolean {
  if (category === null) return subcategory === null;
  if (!isMainCategory(category)) return false;
  return subcategory === null || subCategories(category).includes(subcategory);
}
