import { useParams } from 'react-router-dom';
import { PlacePage } from '../features/place/place-page.tsx';

export function PlaceRoute() {
  const { id = '' } = useParams();
  return <PlacePage key={id} id={id} />;
}
