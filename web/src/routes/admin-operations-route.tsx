export { OperationsPage as AdminOperationsRoute } from '../features/administration/operations/operations-page.tsx';
