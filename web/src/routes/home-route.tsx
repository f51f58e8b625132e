export { BrowsePage as HomeRoute } from '../features/browse/browse-page.tsx';
