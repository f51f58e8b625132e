import type { BusinessWithoutStats } from '@directory/api/contracts';
import { englishOf } from '@directory/domain/catalogue';
import { distanceTo, type Coordinates } from '@directory/domain/search';
import type { ReactNode } from 'react';
import { Link, useLocation } from '../../shared/navigation/router.tsx';
import { categoryClass } from '../../shared/drawing/drawings.tsx';
import { DemonstrationBadge, OpenStatus, PlaceImage } from '../../shared/place/place-parts.tsx';
import { streetOf } from '../../shared/place/address.ts';
import { SaveButton } from '../../shared/place/saved-places.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { distanceText } from '../../texts/browse-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './place-card.module.css';

export type PlaceGridProps = {
  readonly places: readonly BusinessWithoutStats[];
  /** Where distances are measured from; null to show none. */
  readonly start?: Coordinates | null;
  /** The id of the place whose pin is pointed at. */
  readonly highlighted?: string | null;
  /** Gets the id of the place that is pointed at or has the focus; null when it is no longer. */
  readonly onHighlight?: ((id: string | null) => void) | undefined;
};

/** Compact rows on phones, a grid on wider screens. */
export function PlaceGrid({ places, start = null, highlighted, onHighlight }: PlaceGridProps) {
  return (
    <ul className={styles.grid}>
      {places.map((place, index) => (
        <li
          key={place.id}
          data-highlighted={place.id === highlighted || undefined}
          {...pointing(place.id, onHighlight)}
        >
          <article
            className={`${styles.card} ${place.imagePath === null ? styles.drawn : styles.photographed} ${categoryClass(place.businessInfo)}`}
          >
            <PlaceLink place={place} start={start}>
              {/* The first card is likely above the fold. */}
              <PlaceImage place={place} sizes={sizes} first={index === 0} />
            </PlaceLink>
            <div className={styles.save}>
              <SaveButton place={place} iconOnly />
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}

function pointing(id: string, onHighlight: PlaceGridProps['onHighlight']) {
  if (!onHighlight) return null;
  const begin = () => onHighlight(id);
  const end = () => onHighlight(null);
  return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end };
}

export function BlankGrid() {
  return (
    <ul className={`${styles.grid} ${ui.late} ${styles.blank}`} aria-hidden="true">
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

const sizes = '(min-width: 80rem) 19rem, (min-width: 60rem) 30vw, (min-width: 36rem) 45vw, 92vw';

export type PlaceLinkProps = {
  readonly place: BusinessWithoutStats;
  readonly start: Coordinates | null;
  /** A picture above or beside the text. */
  readonly children?: ReactNode;
};

/** A place among the results. The state of the link holds it for the next page, which shows it while it fetches it again. */
export function PlaceLink({ place, start, children }: PlaceLinkProps) {
  const { businessName, businessInfo, subCategory } = place;
  const { pathname, search } = useLocation();
  const english = englishOf(subCategory ?? businessInfo);
  return (
    <Link
      className={styles.link}
      to={`/places/${place.id}`}
      state={{ place, results: pathname + search }}
      lang="ms"
    >
      {children}
      <div className={styles.text}>
        <span className={styles.category}>
          {subCategory ? (
            <>
              <span className={styles.wider}>{businessInfo} · </span>
              <span className={styles.kind}>{subCategory}</span>
            </>
          ) : (
            businessInfo
          )}
          {english && (
            <span className={styles.gloss} lang="en">
              {` ${english}`}
            </span>
          )}
        </span>
        <h3 className={styles.name}>{businessName}</h3>
        <DemonstrationBadge place={place} />
        <Facts place={place} start={start} />
      </div>
    </Link>
  );
}

/** Where the place is, how far away, and whether it is open, as far as known. */
function Facts({ place, start }: Omit<PlaceLinkProps, 'children'>) {
  const where = [streetOf(place.address), place.kampong].filter(Boolean).join(', ');
  const metres = start && distanceTo(place, start);
  return (
    <span className={styles.facts}>
      {where && (
        <span className={styles.fact}>
          <Icon name="pin" />
          <span>{where}</span>
        </span>
      )}
      {metres !== null && (
        <span className={styles.fact} lang="en">
          <Icon name="near" />
          {distanceText(metres)}
        </span>
      )}
      {(place.openingTimes ?? place.operatingHours) && (
        <span className={styles.fact} lang="en">
          <Icon name="clock" />
          <OpenStatus place={place} />
        </span>
      )}
    </span>
  );
}
