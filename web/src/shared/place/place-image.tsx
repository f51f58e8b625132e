import type { BusinessWithoutStats } from '@directory/api/contracts';
import { useState } from 'react';
import { KampungHouse } from '../drawing/kampung-house.tsx';
import { imageSources } from './image-sources.ts';
import styles from './place-image.module.css';

export type PlaceImageProps = {
  readonly place: Pick<BusinessWithoutStats, 'id' | 'businessName' | 'businessInfo' | 'imagePath'>;
  /** The width at which it is shown, as the `sizes` attribute. */
  readonly sizes: string;
  /** Seen without scrolling: fetched at once and before others. */
  readonly first?: boolean;
};

/** The photograph of a place in 4:3, or a drawn house where there is none or it cannot be had. */
export function PlaceImage({ place, sizes, first = false }: PlaceImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const { imagePath } = place;
  if (imagePath === null || broken === imagePath)
    return (
      <div className={styles.frame}>
        <KampungHouse category={place.businessInfo} seed={place.id} />
      </div>
    );
  return (
    <div className={styles.frame}>
      <img
        {...imageSources(imagePath)}
        className={styles.photo}
        sizes={sizes}
        width={640}
        height={480}
        alt={place.businessName}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        onError={() => {
          setBroken(imagePath);
        }}
      />
    </div>
  );
}
