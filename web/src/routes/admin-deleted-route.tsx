export { DeletedPage as AdminDeletedRoute } from '../features/admin/audit/deleted-page.tsx';
