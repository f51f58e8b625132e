import type { MailReviewResponse } from '@directory/api/contracts';
import { useSend } from '../../../shared/api/use-send.ts';
import { ErrorSummary } from '../../../shared/forms/form-errors.tsx';
import { BusyButton } from '../../../shared/forms/form-fields.tsx';
import { useRequest } from '../../../shared/forms/request-form.tsx';
import { useDateText } from '../../../shared/listing/site-time.ts';
import { useResource, useSetQueryData } from '../../../shared/resource/use-resource.ts';
import { LoadState } from '../../../shared/ui/load-state.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import styles from './operations.module.css';

const { mails: texts } = adminTexts.operations;
const path = '/api/operations/mail';

/** How mails are sent, and those that could not be. */
export function Mails() {
  const mails = useResource<MailReviewResponse>(path);
  const dateText = useDateText();
  const { data } = mails;
  return (
    <section className={ui.stack} aria-labelledby="mails-title">
      <h2 id="mails-title">{texts.title}</h2>
      <LoadState resource={mails} failed={texts.failed} />
      {data && (
        <ul className={styles.facts}>
          <li>{texts.transport[data.transport]}</li>
          <li>
            {texts.waiting(data.waiting)}
            {data.oldestAt !== null && ` ${texts.since(dateText(data.oldestAt))}`}
          </li>
          {data.undeliveredCount > 0 && (
            <li>
              {texts.undeliveredCount(data.undeliveredCount)}
              <ul className={styles.mails}>
                {data.undelivered.map(({ id, kind, attempts, failure, orderedAt }) => (
                  <li key={id}>
                    {texts.undelivered(texts.kinds[kind], dateText(orderedAt), attempts)}{' '}
                    <code>{failure}</code>
                  </li>
                ))}
              </ul>
            </li>
          )}
        </ul>
      )}
      {data && <Retry isNeeded={data.undeliveredCount > 0} />}
    </section>
  );
}

function Retry({ isNeeded }: { readonly isNeeded: boolean }) {
  const send = useSend();
  const store = useSetQueryData(path);
  const { failures, isBusy, isDone, run } = useRequest(texts.retryFailed);
  const retry = async () => {
    store(await send(`${path}/retry`, { method: 'POST' }));
  };
  return (
    <>
      <ErrorSummary {...failures} />
      {isNeeded && (
        <div>
          <BusyButton type="button" busy={isBusy} onClick={() => void run(retry)}>
            {texts.retry}
          </BusyButton>
        </div>
      )}
      <p role="status" className={ui.notice}>
        {isDone && texts.retried}
      </p>
    </>
  );
}
