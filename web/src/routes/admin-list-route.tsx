export { BusinessListPage as AdminListRoute } from '../features/admin/list/business-list-page.tsx';
