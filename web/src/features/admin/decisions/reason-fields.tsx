import type { RejectionCode } from '@directory/api/contracts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './decisions.module.css';
import { rejectionCodes } from './rejection-codes.ts';

const maxReasonLength = 500;

type ReasonFieldsProps = {
  readonly id: string;
  readonly code: RejectionCode | null;
  readonly text: string;
  readonly problem: 'code' | 'text' | null;
  readonly onCode: (code: RejectionCode) => void;
  readonly onText: (text: string) => void;
};

export function ReasonFields({ id, code, text, problem, onCode, onText }: ReasonFieldsProps) {
  const { decisions: texts } = useAdminTexts();
  return (
    <>
      <fieldset
        className={styles.reasons}
        aria-describedby={problem === 'code' ? `${id}-problem` : undefined}
      >
        <legend className={styles.label}>{texts.reasonsTitle}</legend>
        {rejectionCodes.map((value) => (
          <label key={value} className={styles.reason}>
            <input
              type="radio"
              name={`${id}-reason`}
              value={value}
              checked={code === value}
              onChange={() => {
                onCode(value);
              }}
            />
            {texts.reasons[value]}
          </label>
        ))}
      </fieldset>
      <div className={styles.words}>
        <label className={styles.label} htmlFor={`${id}-text`}>
          {code === 'other' ? texts.textNeeded : texts.text}
        </label>
        <textarea
          id={`${id}-text`}
          className={styles.textarea}
          rows={3}
          maxLength={maxReasonLength}
          value={text}
          aria-invalid={problem === 'text'}
          aria-describedby={`${id}-left${problem === 'text' ? ` ${id}-problem` : ''}`}
          onChange={(event) => {
            onText(event.currentTarget.value);
          }}
        />
        <p id={`${id}-left`} className={styles.left}>
          {texts.left(maxReasonLength - text.length)}
        </p>
      </div>
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem === 'code' && texts.chooseReason}
        {problem === 'text' && texts.writeReason}
      </p>
    </>
  );
}
