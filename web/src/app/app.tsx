import { type ReactNode, StrictMode, Suspense, useEffect } from 'react';
import { Navigation, type Route, Routes } from '../shared/navigation/router.tsx';
import { useScrollMemory } from '../shared/navigation/scroll-memory.ts';
import { type ResourceCache, ResourceCacheContext } from '../shared/resource/use-resource.ts';
import { type SessionStore, SessionContext } from '../shared/session/session.ts';
import { lazyComponent, useIsInUse } from '../shared/ui/loading.tsx';
import { adminPaths, type AreaPath, ownerPaths, publicPaths } from './area-paths.ts';
import { Layout, PageBoundary, PendingBar } from './layout.tsx';

const AreaPage = lazyComponent(async () => (await import('./areas.tsx')).AreaPage);

const NotFoundPage = lazyComponent(async () => (await import('./not-found-page.tsx')).NotFoundPage);
const AdminLoginPage = lazyComponent(
  async () => (await import('../features/admin/login/admin-login-page.tsx')).AdminLoginPage,
);

const serverRendered = {
  home: lazyComponent(async () => (await import('../features/browse/browse-page.tsx')).BrowsePage),
  place: lazyComponent(async () => (await import('../features/place/place-page.tsx')).PlacePage),
  saved: lazyComponent(async () => (await import('../features/browse/saved-page.tsx')).SavedPage),
  data: lazyComponent(async () => (await import('../features/about/data-page.tsx')).DataPage),
  privacy: lazyComponent(
    async () => (await import('../features/about/privacy-page.tsx')).PrivacyPage,
  ),
  'not-found': NotFoundPage,
  login: lazyComponent(async () => (await import('../features/account/login-page.tsx')).LoginPage),
  register: lazyComponent(
    async () => (await import('../features/account/register-page.tsx')).RegisterPage,
  ),
  'admin-login': AdminLoginPage,
};
export type PageName = keyof typeof serverRendered;

/** What comes with a page, as JSON in a script element. */
export type PageData = {
  /** Null for a page that the browser renders. */
  readonly page: PageName | null;
  /** The API's responses that it needs first, by their paths. */
  readonly answers: Readonly<Record<string, unknown>>;
};

export const pageDataId = 'page-data';

/** Null where no server made the page, as in development. */
export function readPageData(document: Document): PageData | null {
  const text = document.getElementById(pageDataId)?.textContent;
  if (!text) return null;
  // Written by the renderer of the same build, with the same type.
  return JSON.parse(text) as PageData;
}

/** Loads the code of a server-rendered page, so that it renders without suspending. */
export function preloadPage(page: PageName): Promise<void> {
  return serverRendered[page].preload();
}

export async function preloadAllPages(): Promise<void> {
  await Promise.all(Object.values(serverRendered).map((page) => page.preload()));
}

const inSite = (page: ReactNode) => <Layout>{page}</Layout>;

const routes: readonly Route[] = [
  ['/', inSite(<HomePage />)],
  ['/main', inSite(<HomePage />)],
  ['/places/:id', inSite(<serverRendered.place />)],
  ['/saved', inSite(<serverRendered.saved />)],
  ['/data', inSite(<serverRendered.data />)],
  ['/privacy', inSite(<serverRendered.privacy />)],
  ['/user/userlogin', inSite(<serverRendered.login />)],
  ['/user/register', inSite(<serverRendered.register />)],
  ['/admin', inSite(<AdminLoginPage />)],
  ...publicPaths.map((path) => [path, inSite(<AreaPage path={path} />)] as const),
  ...ownerPaths.map((path) => [path, inSite(<AreaPage path={path} access="user" />)] as const),
  ...adminPaths.map((path) => [path, <AdminArea key="admin" path={path} />] as const),
  ['*', inSite(<NotFoundPage />)],
];

type RootProps = {
  readonly sessions: SessionStore;
  readonly resources: ResourceCache;
  /** The application in its router. */
  readonly children: ReactNode;
};

/** The providers around the application, the same on the server and in the browser: hydration requires it. */
export function Root({ sessions, resources, children }: RootProps) {
  return (
    <StrictMode>
      <SessionContext value={sessions}>
        <ResourceCacheContext value={resources}>{children}</ResourceCacheContext>
      </SessionContext>
    </StrictMode>
  );
}

/** All pages. The router is provided by the browser's entry or by the server's renderer. */
export function App() {
  useScrollMemory();
  return (
    <Navigation pending={<PendingBar />}>
      <Routes routes={routes} />
    </Navigation>
  );
}

/** Fetches the code of a place once the page is used, so that the click on one need not wait. */
function HomePage() {
  const isInUse = useIsInUse();
  useEffect(() => {
    // Where this fails, the click on a place fetches the code again.
    if (isInUse) serverRendered.place.preload().catch(() => undefined);
  }, [isInUse]);
  return <serverRendered.home />;
}

/** Admin pages have a frame of their own, and not the layout of the site. */
function AdminArea({ path }: { readonly path: AreaPath }) {
  return (
    <PageBoundary>
      <Suspense fallback={<PendingBar />}>
        <AreaPage path={path} access="admin" />
      </Suspense>
    </PageBoundary>
  );
}
