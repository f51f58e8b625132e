import { useSite } from '../../shared/resource/use-resource.ts';
import ui from '../../shared/ui/ui.module.css';
import { mailTexts } from '../../texts/mail-texts.ts';

/** That a mail was sent, or on a site without a mail server where its link is. */
export function SentNotice({ isSent, text }: { readonly isSent: boolean; readonly text: string }) {
  const site = useSite();
  return (
    <p role="status" className={ui.notice}>
      {isSent && (site?.sendsMail === false ? mailTexts.notSent : text)}
    </p>
  );
}
