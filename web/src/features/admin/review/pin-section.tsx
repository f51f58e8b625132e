import type { OwnBusinessResponse } from '@directory/api/contracts';
import { MapFrame } from '../../../shared/map/map-frame.tsx';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import type { FieldChange } from './changes-since-approval.ts';
import { pointOf } from './distance.ts';
import { moveOf } from './former-pin.ts';
import styles from './review-item.module.css';

type PinSectionProps = {
  readonly listing: OwnBusinessResponse;
  readonly changes: readonly FieldChange[] | null;
};

/** Where it is, and where it was when it was approved, when the pin was moved since. */
export function PinSection({ listing, changes }: PinSectionProps) {
  const { common, review } = useAdminTexts();
  const point = pointOf(listing.latitude, listing.longitude);
  if (point === null) return <p>{review.noPin}</p>;
  const { latitude, longitude } = point;
  const move = moveOf(listing, changes);
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
  return (
    <section className={styles.section}>
      <h3>{review.pin}</h3>
      {move && (
        <p>
          <mark className={styles.moved}>{review.moved(move.metres)}</mark> {review.movedHint}
        </p>
      )}
      <MapFrame
        latitude={latitude}
        longitude={longitude}
        name={listing.businessName}
        former={move && { ...move.from, label: review.formerPin }}
      />
      <p>
        {latitude}, {longitude}{' '}
        <a href={href} target="_blank" rel="noopener">
          {review.openMap} <span className={ui.hidden}>{common.newTab}</span>
        </a>
      </p>
    </section>
  );
}
