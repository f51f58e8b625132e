import { useParams } from 'react-router-dom';
import { HistoryPage } from '../features/admin/audit/history-page.tsx';

export function AdminHistoryRoute() {
  const { id = '' } = useParams();
  return <HistoryPage key={id} id={id} />;
}
