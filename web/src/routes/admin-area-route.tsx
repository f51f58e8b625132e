import { Outlet } from 'react-router-dom';
import { AdminOnly } from '../features/admin/frame/admin-only.tsx';

/** Outside of the pages, so that nothing of them is asked for before it is known who is there. */
export function AdminAreaRoute() {
  return (
    <AdminOnly>
      <Outlet />
    </AdminOnly>
  );
}
