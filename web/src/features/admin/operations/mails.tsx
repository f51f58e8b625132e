import type { MailReviewResponse } from '@directory/api/contracts';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { LoadState } from '../../../shared/ui/load-state.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';
import styles from './operations.module.css';

const { mails: texts } = adminTexts.operations;

/** How mails are sent, and those that could not be. */
export function Mails() {
  const mails = useResource<MailReviewResponse>('/api/operations/mail');
  const { data } = mails;
  return (
    <section className={ui.stack} aria-labelledby="mails-title">
      <h2 id="mails-title">{texts.title}</h2>
      <LoadState resource={mails} failed={texts.failed} />
      {data && (
        <ul className={styles.facts}>
          <li>{texts.transport[data.transport]}</li>
          <li>{texts.waiting(data.waiting)}</li>
          {data.undelivered.map(({ id, kind, attempts, failure, orderedAt }) => (
            <li key={id}>
              {texts.undelivered(texts.kinds[kind], orderedAt.slice(0, 10), attempts)}{' '}
              <code>{failure}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
