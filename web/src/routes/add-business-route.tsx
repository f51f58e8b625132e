export { AddBusinessPage as AddBusinessRoute } from '../features/owner/add-business/add-business-page.tsx';
