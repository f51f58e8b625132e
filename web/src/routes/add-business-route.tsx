export { AddBusinessPage as AddBusinessRoute } from '../features/add-business/add-business-page.tsx';
