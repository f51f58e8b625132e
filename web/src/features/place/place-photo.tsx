import type { BusinessWithoutStats } from '@directory/api/contracts';
import { Suspense, useState } from 'react';
import { imageSources, PlaceImage } from '../../shared/place/place-image.tsx';
import { lazyComponent } from '../../shared/ui/lazy-component.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import styles from './place.module.css';

const PhotoDialog = lazyComponent(
  async () => (await import('../../shared/ui/modal.tsx')).PhotoDialog,
);

const sizes = '(min-width: 80rem) 46rem, (min-width: 46rem) 53vw, 92vw';

/** The photograph, which a click shows whole; a drawn house leaves its room to the name on a phone. */
export function PlacePhoto({ place }: { readonly place: BusinessWithoutStats }) {
  const [isOpen, setOpen] = useState(false);
  const { businessName, imagePath } = place;
  const image = <PlaceImage place={place} sizes={sizes} first />;
  if (imagePath === null) return <div className={styles.drawing}>{image}</div>;
  return (
    <div className={styles.picture}>
      <a
        href={`/uploads/${encodeURIComponent(imagePath)}`}
        aria-label={texts.place.enlarge(businessName)}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {image}
      </a>
      {isOpen && (
        <Suspense>
          <PhotoDialog
            title={businessName}
            photo={{ ...imageSources(imagePath), alt: businessName }}
            close={texts.place.close}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
