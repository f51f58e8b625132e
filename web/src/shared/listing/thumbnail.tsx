import type { BusinessResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { KampungHouse } from '../drawing/kampung-house.tsx';
import { imageSources } from '../place/image-sources.ts';
import styles from './thumbnail.module.css';

type ThumbnailProps = {
  readonly listing: Pick<BusinessResponse, 'id' | 'businessInfo' | 'imagePath'>;
};

/** 100 by 100 pixels, beside the name: the photo, or a drawn house where there is none. */
export function Thumbnail({ listing: { id, businessInfo, imagePath } }: ThumbnailProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const hasPhoto = imagePath !== null && imagePath !== broken;
  return (
    <div className={styles.frame}>
      {hasPhoto ? (
        <img
          {...imageSources(imagePath)}
          className={styles.photo}
          sizes="100px"
          width={100}
          height={100}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => {
            setBroken(imagePath);
          }}
        />
      ) : (
        <KampungHouse category={businessInfo} seed={id} />
      )}
    </div>
  );
}
