export { OperationsPage as AdminOperationsRoute } from '../features/admin/operations/operations-page.tsx';
