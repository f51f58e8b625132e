import type { BusinessWithoutStats } from '@directory/api/contracts';
import { imageSources } from '../../shared/place/place-image.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import ui from '../../shared/ui/ui.module.css';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import styles from './place.module.css';

type EnlargedPhotoProps = {
  readonly place: Pick<BusinessWithoutStats, 'businessName'>;
  readonly imagePath: string;
  readonly onClose: () => void;
};

/** The whole photograph, whatever its proportions. */
export function EnlargedPhoto({ place: { businessName }, imagePath, onClose }: EnlargedPhotoProps) {
  return (
    <Modal
      wide
      title={businessName}
      onClose={onClose}
      actions={
        <button type="button" className={ui.button} onClick={onClose}>
          {texts.place.close}
        </button>
      }
    >
      <img
        {...imageSources(imagePath)}
        className={styles.whole}
        sizes="(min-width: 58rem) 55rem, 100vw"
        alt={businessName}
      />
    </Modal>
  );
}
