import type { RejectionCode } from '@directory/api/contracts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './decisions.module.css';

type ReasonPreviewProps = { readonly code: RejectionCode | null; readonly text: string };

export function ReasonPreview({ code, text }: ReasonPreviewProps) {
  const { decisions: texts } = useAdminTexts();
  return (
    <figure className={styles.preview}>
      <figcaption>{texts.preview}</figcaption>
      <blockquote>
        <p>{texts.previewRejected}</p>
        {code && (
          <p>
            <strong>{texts.reasons[code]}</strong>
          </p>
        )}
        {text.trim() && <p className={styles.quoted}>{text.trim()}</p>}
      </blockquote>
    </figure>
  );
}
