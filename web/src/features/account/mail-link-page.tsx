import { requestJson } from '../../shared/api/request-json.ts';
import { ErrorSummary, useRequest } from '../../shared/forms/request-form.tsx';
import { BusyButton } from '../../shared/forms/form-fields.tsx';
import { usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { Link, useLocation } from '../../shared/navigation/router.tsx';
import ui from '../../shared/ui/ui.module.css';
import { mailTexts } from '../../texts/mail-texts.ts';
import { AccountFrame } from './account-frame.tsx';

export function VerifyEmailPage() {
  const token = useLocation().hash.slice(1);
  const send = () => requestJson('/api/email-verifications', { method: 'POST', body: { token } });
  return <MailLinkPage texts={mailTexts.verify} send={send} />;
}

/** Its token is in the query, as that of the link that mail programs use. */
export function UnsubscribePage() {
  const { search } = useLocation();
  const send = () => requestJson(`/api/unsubscriptions${search}`, { method: 'POST' });
  return <MailLinkPage texts={mailTexts.unsubscribe} send={send} />;
}

type MailLinkPageProps = {
  readonly texts: Readonly<
    Record<'title' | 'text' | 'submit' | 'done' | 'account' | 'failed', string>
  >;
  readonly send: () => Promise<unknown>;
};

/** Where a link of a mail leads. It needs a click, as programs that check mails open links, too. */
function MailLinkPage({ texts, send }: MailLinkPageProps) {
  const { failures, isBusy, isDone, run } = useRequest(texts.failed);
  usePageTitle(texts.title);

  return (
    <AccountFrame title={texts.title} back={mailTexts.back}>
      <ErrorSummary {...failures} />
      <p role="status" className={ui.notice}>
        {isDone && texts.done}
      </p>
      {isDone ? (
        <Link to="/account">{texts.account}</Link>
      ) : (
        <>
          <p>{texts.text}</p>
          <div>
            <BusyButton type="button" busy={isBusy} onClick={() => void run(send)}>
              {texts.submit}
            </BusyButton>
          </div>
          {failures.message !== undefined && <Link to="/account">{texts.account}</Link>}
        </>
      )}
    </AccountFrame>
  );
}
