import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFoundRoute } from '../routes/not-found-route.tsx';
import { Layout } from './layout.tsx';

// A visitor of one page need not wait for the code of the other.
const HomeRoute = lazy(async () => ({
  default: (await import('../routes/home-route.tsx')).HomeRoute,
}));
const PlaceRoute = lazy(async () => ({
  default: (await import('../routes/place-route.tsx')).PlaceRoute,
}));

/** All pages. The router, the session and the known resources come from around it: the browser's here, the server's there. */
export function App() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<HomeRoute />} />
        <Route path="main" element={<HomeRoute />} />
        <Route path="places/:id" element={<PlaceRoute />} />
        <Route path="*" element={<NotFoundRoute />} />
      </Route>
    </Routes>
  );
}
