import { useState } from 'react';
import { BusyButton } from '../../../shared/forms/busy-button.tsx';
import { logFailure } from '../../../shared/log-failure.ts';
import { analyticsTexts as texts } from '../../../texts/analytics-texts.ts';
import styles from './period.module.css';
import { useDownload } from './use-download.ts';

/** A button and no link: the file is only for who sends a token. */
export function CsvDownload({ path }: { readonly path: string }) {
  const download = useDownload();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const handleClick = async () => {
    setState('busy');
    try {
      await download(path);
      setState('idle');
    } catch (error) {
      logFailure(`${path} could not be downloaded`, error);
      setState('failed');
    }
  };
  return (
    <div className={styles.download}>
      <BusyButton type="button" busy={state === 'busy'} onClick={() => void handleClick()}>
        {texts.download}
      </BusyButton>
      <p role="status">{state === 'failed' && texts.downloadFailed}</p>
    </div>
  );
}
