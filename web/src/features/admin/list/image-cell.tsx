import { useState } from 'react';
import { imageSources } from '../../../shared/place/place-image.tsx';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { Modal } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import type { CellProps } from './cell-props.ts';
import styles from './cells.module.css';

/** A thumbnail, which opens large. */
export function ImageCell({ business: { businessName, imagePath } }: CellProps) {
  const { common, list } = useAdminTexts();
  const [isOpen, setOpen] = useState(false);
  if (imagePath === null) return common.empty;
  const sources = imageSources(imagePath);
  const close = () => {
    setOpen(false);
  };
  return (
    <div className={styles.image}>
      <img
        {...sources}
        className={styles.thumbnail}
        sizes="100px"
        width={100}
        height={100}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <button
        type="button"
        className={styles.textButton}
        onClick={() => {
          setOpen(true);
        }}
      >
        {list.viewImage} <span className={ui.hidden}>{list.ofBusiness(businessName)}</span>
      </button>
      {isOpen && (
        <Modal
          wide
          title={businessName}
          onClose={close}
          actions={
            <button type="button" className={ui.button} onClick={close}>
              {common.close}
            </button>
          }
        >
          <img
            {...sources}
            className={styles.large}
            sizes="min(55rem, 90vw)"
            alt={list.imageAlt(businessName)}
          />
        </Modal>
      )}
    </div>
  );
}
