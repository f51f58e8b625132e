import { useState } from 'react';
import { logFailure } from '../../shared/log-failure.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import styles from './place.module.css';
import { shareLink, type ShareOutcome } from './share-link.ts';

/** Shares the page's address: by the device's share sheet, by copying it, or by showing it. */
export function ShareButton({ name }: { readonly name: string }) {
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null);
  const handleShare = () => {
    shareLink({ title: name, url: window.location.href })
      .then(setOutcome)
      .catch((error: unknown) => {
        logFailure('The link could not be shared', error);
      });
  };
  return (
    <div className={styles.share}>
      <button type="button" className={ui.quiet} onClick={handleShare}>
        <Icon name={outcome?.kind === 'copied' ? 'check' : 'share'} />
        {texts.place.share}
      </button>
      <p role="status">{outcome?.kind === 'copied' && texts.place.copied}</p>
      {outcome?.kind === 'manual' && (
        <label className={styles.manual}>
          {texts.place.copyThis}
          <input
            readOnly
            value={outcome.url}
            onFocus={(event) => {
              event.currentTarget.select();
            }}
          />
        </label>
      )}
    </div>
  );
}
