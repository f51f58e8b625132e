import type { BusinessWithoutStats } from '@directory/api/contracts';
import { hoursLabel } from '@directory/domain/catalogue';
import { Link } from 'react-router-dom';
import { categoryClass } from '../../shared/drawing/drawings.tsx';
import { DemonstrationBadge } from '../../shared/place/demonstration-badge.tsx';
import { streetOf } from '../../shared/place/address.ts';
import { PlaceImage } from '../../shared/place/place-image.tsx';
import { SaveButton } from '../../shared/place/save-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './place-card.module.css';

/** Compact rows on phones, a grid on wider screens. */
export function PlaceGrid({ places }: { readonly places: readonly BusinessWithoutStats[] }) {
  return (
    <ul className={styles.grid}>
      {places.map((place, index) => (
        <li key={place.id}>
          <PlaceCard place={place} first={index < 2} />
        </li>
      ))}
    </ul>
  );
}

/** Stands for cards that are being loaded. */
export function BlankGrid() {
  return (
    <ul className={`${styles.grid} ${styles.blank}`} aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <li key={index}>
          <span className={styles.blankPicture} />
          <span className={styles.blankLine} />
          <span className={styles.blankName} />
        </li>
      ))}
    </ul>
  );
}

type PlaceCardProps = {
  readonly place: BusinessWithoutStats;
  /** Likely above the fold. */
  readonly first: boolean;
};

const sizes = '(min-width: 80rem) 19rem, (min-width: 60rem) 30vw, (min-width: 36rem) 45vw, 92vw';

/** A link and a heart. The state of the link holds the place, which the next page shows while it fetches it again. */
function PlaceCard({ place, first }: PlaceCardProps) {
  const { businessName, businessInfo, subCategory, imagePath } = place;
  const shape = imagePath === null ? styles.drawn : styles.photographed;
  return (
    <article className={`${styles.card} ${shape} ${categoryClass(businessInfo)}`}>
      <Link className={styles.link} to={`/places/${place.id}`} state={{ place }} lang="ms">
        <PlaceImage place={place} sizes={sizes} first={first} />
        <span className={styles.text}>
          <span className={styles.category}>
            {businessInfo}
            {subCategory && <span className={styles.kind}> · {subCategory}</span>}
          </span>
          <span className={styles.name}>{businessName}</span>
          <DemonstrationBadge place={place} />
          <Facts place={place} />
        </span>
      </Link>
      <div className={styles.save}>
        <SaveButton place={place} iconOnly />
      </div>
    </article>
  );
}

/** Where the place is and when it is open, if known. */
function Facts({ place }: { readonly place: BusinessWithoutStats }) {
  const { address, kampong, operatingHours } = place;
  const where = [streetOf(address), kampong].filter(Boolean).join(', ');
  return (
    <span className={styles.facts}>
      {where && (
        <span className={styles.where}>
          <Icon name="pin" />
          <span className={styles.line}>{where}</span>
        </span>
      )}
      {operatingHours && (
        <span className={styles.fact}>
          <Icon name="clock" />
          {hoursLabel(operatingHours)}
        </span>
      )}
    </span>
  );
}
