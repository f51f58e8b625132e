import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { LoginRedirectRoute } from '../routes/login-redirect-route.tsx';
import { adminArea } from './admin-area.tsx';
import { Layout } from './layout.tsx';
import { lazyPage } from './lazy-page.tsx';
import { ownerArea } from './owner-area.tsx';
import type { PageName } from './page-data.ts';

// A visitor of one page need not wait for the code of the other.
const HomeRoute = lazyPage(async () => (await import('../routes/home-route.tsx')).HomeRoute);
const PlaceRoute = lazyPage(async () => (await import('../routes/place-route.tsx')).PlaceRoute);
const NotFoundRoute = lazyPage(
  async () => (await import('../routes/not-found-route.tsx')).NotFoundRoute,
);
const LoginRoute = lazy(async () => ({
  default: (await import('../routes/login-route.tsx')).LoginRoute,
}));
const RegisterRoute = lazy(async () => ({
  default: (await import('../routes/register-route.tsx')).RegisterRoute,
}));
const AdminLoginRoute = lazy(async () => ({
  default: (await import('../routes/admin-login-route.tsx')).AdminLoginRoute,
}));

const firstPages: Record<PageName, { readonly preload: () => Promise<void> }> = {
  home: HomeRoute,
  place: PlaceRoute,
  'not-found': NotFoundRoute,
};

/** Fetches the code of a page that comes finished from the server, so that it can be rendered in one go. */
export function preloadPage(page: PageName): Promise<void> {
  return firstPages[page].preload();
}

/** All pages. The router, the session and the known resources come from around it: the browser's here, the server's there. */
export function App() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<HomeRoute />} />
        <Route path="main" element={<HomeRoute />} />
        <Route path="places/:id" element={<PlaceRoute />} />
        <Route path="login" element={<LoginRedirectRoute />} />
        <Route path="user/userlogin" element={<LoginRoute />} />
        <Route path="user/register" element={<RegisterRoute />} />
        <Route path="admin" element={<AdminLoginRoute />} />
        {ownerArea}
        <Route path="*" element={<NotFoundRoute />} />
      </Route>
      {adminArea}
    </Routes>
  );
}
