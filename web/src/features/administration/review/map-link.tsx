import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { pointOf } from './distance.ts';

/** Where the pin can be looked at; nothing without a pin. */
export function MapLink({ listing }: { readonly listing: OwnBusinessResponse }) {
  const { common, review } = useAdminTexts();
  const point = pointOf(listing.latitude, listing.longitude);
  if (point === null) return null;
  const { latitude, longitude } = point;
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
  return (
    <p>
      {latitude}, {longitude}{' '}
      <a href={href} target="_blank" rel="noopener">
        {review.openMap} <span className={ui.hidden}>{common.newTab}</span>
      </a>
    </p>
  );
}
