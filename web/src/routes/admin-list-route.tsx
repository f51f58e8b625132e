export { BusinessListPage as AdminListRoute } from '../features/administration/list/business-list-page.tsx';
