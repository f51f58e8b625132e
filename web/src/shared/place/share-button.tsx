import { useState } from 'react';
import { logFailure } from '../api/request-json.ts';
import { PlaceIcon } from './place-icon.tsx';
import ui from '../ui/ui.module.css';
import { sharedTexts } from '../../texts/shared-texts.ts';
import { takeFocus } from '../navigation/page-heading.tsx';
import styles from './place-parts.module.css';
import { QuietButton } from '../ui/controls.tsx';

export type ShareButtonProps = {
  readonly title: string;
  /** The query of the address to share; that of the page if it is left out. */
  readonly search?: string;
};

/** Shares an address: by the device's share sheet, by copying it, or by showing it. */
export function ShareButton({ title, search }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null);
  const handleShare = () => {
    // Or the same outcome again would not be announced.
    setOutcome(null);
    const url = new URL(window.location.href);
    if (search !== undefined) url.search = search;
    shareLink({ title, url: url.href })
      .then(setOutcome)
      .catch((error: unknown) => {
        logFailure('The link could not be shared', error);
        setOutcome({ kind: 'manual', url: url.href });
      });
  };
  const isCopied = outcome?.kind === 'copied';
  return (
    <div className={`${ui.scripted} ${ui.row} ${styles.share}`}>
      <QuietButton onClick={handleShare}>
        <PlaceIcon name={isCopied ? 'check' : 'share'} />
        {isCopied ? sharedTexts.linkCopied : 'Share'}
      </QuietButton>
      <p role="status" className={ui.hidden}>
        {isCopied && sharedTexts.linkCopied}
      </p>
      {outcome?.kind === 'manual' && (
        <label className={styles.manual}>
          Copy this link
          <input
            ref={takeFocus}
            readOnly
            value={outcome.url}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
    </div>
  );
}

type ShareOutcome =
  | { readonly kind: 'shared' }
  | { readonly kind: 'copied' }
  /** The browser has no clipboard for scripts, or refuses it: the link is shown. */
  | { readonly kind: 'manual'; readonly url: string };

type Link = { readonly title: string; readonly url: string };

/** Browser features that the types promise, but that old browsers and insecure pages lack. */
type Device = {
  readonly share?: Navigator['share'];
  readonly clipboard?: Pick<Clipboard, 'writeText'>;
};

export async function shareLink(link: Link, device: Device = navigator): Promise<ShareOutcome> {
  if (device.share) return share(link, device.share.bind(device));
  if (!device.clipboard) return { kind: 'manual', url: link.url };
  await device.clipboard.writeText(link.url);
  return { kind: 'copied' };
}

async function share(link: Link, open: Navigator['share']): Promise<ShareOutcome> {
  try {
    await open(link);
  } catch (error) {
    // Closing the share sheet is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
  return { kind: 'shared' };
}
