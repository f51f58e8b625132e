import { useState } from 'react';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { AlertDialog } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import type { CellProps } from './cell-props.ts';
import styles from './cells.module.css';
import { cutSynopsis } from './cut-synopsis.ts';

export function SynopsisCell({ business: { businessName, synopsis } }: CellProps) {
  const { common, list } = useAdminTexts();
  const [isOpen, setOpen] = useState(false);
  if (!synopsis) return common.empty;
  const cut = cutSynopsis(synopsis);
  if (cut === null) return synopsis;
  return (
    <>
      {cut}…{' '}
      <button
        type="button"
        className={styles.textButton}
        onClick={() => {
          setOpen(true);
        }}
      >
        {list.readMore} <span className={ui.hidden}>{list.ofBusiness(businessName)}</span>
      </button>
      {isOpen && (
        <AlertDialog
          title={businessName}
          close={common.close}
          onClose={() => {
            setOpen(false);
          }}
        >
          <p className={styles.wholeSynopsis}>{synopsis}</p>
        </AlertDialog>
      )}
    </>
  );
}
