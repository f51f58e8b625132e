import { useNavigate } from './router.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from '../ui/ui.module.css';

/** Goes one step back in the history. */
export function BackButton({ text }: { readonly text: string }) {
  const navigate = useNavigate();
  return (
    <button type="button" className={styles.back} onClick={() => navigate(-1)}>
      <Icon name="previous" />
      {text}
    </button>
  );
}
