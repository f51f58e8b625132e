import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { Modal } from '../../../shared/ui/modal.tsx';
import ui from '../../../shared/ui/ui.module.css';
import styles from './review-page.module.css';

type KeysDialogProps = {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
};

export function KeysDialog({ isOn, onSwitch, onClose }: KeysDialogProps) {
  const { common, review } = useAdminTexts();
  return (
    <Modal
      title={review.keysTitle}
      onClose={onClose}
      actions={
        <button type="button" className={ui.button} onClick={onClose}>
          {common.close}
        </button>
      }
    >
      <dl className={styles.keys}>
        {review.keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>{review.keysHint}</p>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            onSwitch(checked);
          }}
        />
        {review.keysSwitch}
      </label>
    </Modal>
  );
}
