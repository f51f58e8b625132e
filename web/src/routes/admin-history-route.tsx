import { useParams } from 'react-router-dom';
import { HistoryPage } from '../features/administration/audit/history-page.tsx';

export function AdminHistoryRoute() {
  const { id = '' } = useParams();
  return <HistoryPage key={id} id={id} />;
}
