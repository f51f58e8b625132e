export { DeletedPage as AdminDeletedRoute } from '../features/administration/audit/deleted-page.tsx';
