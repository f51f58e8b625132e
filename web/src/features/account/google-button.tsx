import { useState } from 'react';
import { accountTexts } from '../../texts/account-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './account-form.module.css';

const { login } = accountTexts;

/** The specification shows the button and nothing behind it; until the server knows Google, it says so. */
export function GoogleButton() {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className={styles.other}>
      <button
        type="button"
        className={ui.quiet}
        onClick={() => {
          setAsked(true);
        }}
      >
        {login.google}
      </button>
      <p role="status" className={styles.away}>
        {isAsked && login.googleAway}
      </p>
    </div>
  );
}
