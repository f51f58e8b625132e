import type { BusinessWithoutStats } from '@directory/api/contracts';
import { hoursLabel } from '@directory/domain/catalogue';
import { Link } from 'react-router-dom';
import { categoryClass } from '../../shared/drawing/drawings.tsx';
import { DemonstrationBadge } from '../../shared/place/demonstration-badge.tsx';
import { PlaceImage } from '../../shared/place/place-image.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './place-card.module.css';

export type PlaceCardProps = {
  readonly place: BusinessWithoutStats;
  /** Likely above the fold. */
  readonly first: boolean;
};

const sizes = '(min-width: 80rem) 19rem, (min-width: 60rem) 30vw, (min-width: 36rem) 45vw, 92vw';

/** One link for the whole card. Its state holds the place, which the next page shows while it fetches it again. */
export function PlaceCard({ place, first }: PlaceCardProps) {
  const { businessName, businessInfo, subCategory, kampong, operatingHours } = place;
  return (
    <Link
      className={`${styles.card} ${categoryClass(businessInfo)}`}
      to={`/places/${place.id}`}
      state={{ place }}
      lang="ms"
    >
      <PlaceImage place={place} sizes={sizes} first={first} />
      <span className={styles.text}>
        <span className={styles.category}>
          {businessInfo}
          {subCategory && <span className={styles.kind}> · {subCategory}</span>}
        </span>
        <span className={styles.name}>{businessName}</span>
        <DemonstrationBadge place={place} />
        {(kampong ?? operatingHours) && (
          <span className={styles.facts}>
            {kampong && (
              <span className={styles.fact}>
                <Icon name="pin" />
                {kampong}
              </span>
            )}
            {operatingHours && (
              <span className={styles.fact}>
                <Icon name="clock" />
                {hoursLabel(operatingHours)}
              </span>
            )}
          </span>
        )}
      </span>
    </Link>
  );
}
