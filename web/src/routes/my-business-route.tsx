import { useParams } from 'react-router-dom';
import { MyBusinessPage } from '../features/owner/my-business/my-business-page.tsx';

export function MyBusinessRoute() {
  const { id = '' } = useParams();
  return <MyBusinessPage key={id} id={id} />;
}
