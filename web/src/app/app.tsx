import { useEffect } from 'react';
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { nextPath, withNext } from '../shared/navigation/link-state.ts';
import { lazyComponent } from '../shared/ui/lazy-component.ts';
import { adminArea } from './admin-area.tsx';
import { Layout } from './layout.tsx';
import { ownerArea } from './owner-area.tsx';
import type { PageName } from './page-data.ts';

const BrowsePage = lazyComponent(
  async () => (await import('../features/browse/browse-page.tsx')).BrowsePage,
);
const PlacePage = lazyComponent(
  async () => (await import('../features/place/place-page.tsx')).PlacePage,
);
const PastPlacePage = lazyComponent(
  async () => (await import('../features/place/past-place-page.tsx')).PastPlacePage,
);
const SavedPage = lazyComponent(
  async () => (await import('../features/browse/saved-page.tsx')).SavedPage,
);
const DataPage = lazyComponent(
  async () => (await import('../features/about/data-page.tsx')).DataPage,
);
const PrivacyPage = lazyComponent(
  async () => (await import('../features/about/privacy-page.tsx')).PrivacyPage,
);
const NotFoundPage = lazyComponent(async () => (await import('./not-found-page.tsx')).NotFoundPage);
const LoginPage = lazyComponent(
  async () => (await import('../features/account/login-page.tsx')).LoginPage,
);
const RegisterPage = lazyComponent(
  async () => (await import('../features/account/register-page.tsx')).RegisterPage,
);
const AccountPage = lazyComponent(
  async () => (await import('../features/account/account-page.tsx')).AccountPage,
);
const AdminLoginPage = lazyComponent(
  async () => (await import('../features/admin/login/admin-login-page.tsx')).AdminLoginPage,
);

const serverRendered: Record<PageName, { readonly preload: () => Promise<void> }> = {
  home: BrowsePage,
  place: PlacePage,
  saved: SavedPage,
  data: DataPage,
  privacy: PrivacyPage,
  'not-found': NotFoundPage,
};

/** Loads the code of a server-rendered page, so that it renders without suspending. */
export function preloadPage(page: PageName): Promise<void> {
  return serverRendered[page].preload();
}

/** Of the pages that scripts render, those whose documents name their code. */
const named: Readonly<Record<string, { readonly preload: () => Promise<void> }>> = {
  '/user/userlogin': LoginPage,
  '/user/register': RegisterPage,
  '/admin': AdminLoginPage,
};

/** Loads the code of the page at `path` if it is on its way, so that nothing else is shown before. Its boundary shows a failure. */
export async function preloadNamed(path: string): Promise<void> {
  await named[path]?.preload().catch(() => undefined);
}

/** All pages. The router, the session and the resource cache are provided by the browser's entry or by the server's renderer. */
export function App() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<BrowsePage />} />
        <Route path="main" element={<BrowsePage />} />
        <Route path="places/:id" element={<PlacePage />} />
        <Route path="places/:id/as-of" element={<PastPlacePage />} />
        <Route path="saved" element={<SavedPage />} />
        <Route path="data" element={<DataPage />} />
        <Route path="privacy" element={<PrivacyPage />} />
        <Route path="login" element={<LoginRedirect />} />
        <Route path="user/userlogin" element={<LoginPage />} />
        <Route path="user/register" element={<RegisterPage />} />
        <Route path="account" element={<AccountPage />} />
        <Route path="admin" element={<AdminLoginPage />} />
        {ownerArea}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      {adminArea}
    </Routes>
  );
}

/** Guards redirect to `/login`, the specification's address; the login page is at another. */
function LoginRedirect() {
  const next = nextPath(useLocation().search);
  const navigate = useNavigate();
  useEffect(() => {
    const login = '/user/userlogin';
    void navigate(next ? withNext(login, next) : login, { replace: true });
  }, [next, navigate]);
  return null;
}
