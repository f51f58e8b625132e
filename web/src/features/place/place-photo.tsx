import type { BusinessWithoutStats } from '@directory/api/contracts';
import { useState } from 'react';
import { imageSources, PlaceImage } from '../../shared/place/place-image.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import ui from '../../shared/ui/ui.module.css';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import styles from './place.module.css';

const sizes = '(min-width: 80rem) 46rem, (min-width: 46rem) 58vw, 100vw';

/** The photograph, which a click shows whole; a drawn house leaves its room to the name on a phone. */
export function PlacePhoto({ place }: { readonly place: BusinessWithoutStats }) {
  const [isOpen, setOpen] = useState(false);
  const { businessName, imagePath } = place;
  const image = <PlaceImage place={place} sizes={sizes} first />;
  if (imagePath === null) return <div className={styles.drawing}>{image}</div>;
  const close = () => {
    setOpen(false);
  };
  const { src, srcSet } = imageSources(imagePath);
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
        <Modal
          wide
          title={businessName}
          onClose={close}
          actions={
            <button type="button" className={ui.button} onClick={close}>
              {texts.place.close}
            </button>
          }
        >
          <img
            className={styles.whole}
            src={src}
            srcSet={srcSet}
            sizes="(min-width: 58rem) 55rem, 100vw"
            alt={businessName}
          />
        </Modal>
      )}
    </div>
  );
}
