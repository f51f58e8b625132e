import { PageHeading, usePageTitle } from '../../shared/navigation/page-heading.tsx';
import { useSite } from '../../shared/resource/use-resource.ts';
import { privacyTexts as texts } from '../../texts/privacy-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './text-page.module.css';

/** What is stored about people, in English and Malay, as the Personal Data Protection Act 2010 requires. */
export function PrivacyPage() {
  usePageTitle(texts.english.title);
  return (
    <article className={`${ui.page} ${ui.stack} ${styles.page}`}>
      <PageHeading className={styles.title}>{texts.english.title}</PageHeading>
      <p>
        <a className={ui.ownLine} href="#notis" lang="ms">
          Bahasa Melayu
        </a>
      </p>
      <Notice notice={texts.english} level="h2" />
      <section className={`${ui.stack} ${styles.page}`} lang="ms" aria-labelledby="notis">
        <h2 id="notis">{texts.malay.title}</h2>
        <Notice notice={texts.malay} level="h3" />
      </section>
    </article>
  );
}

type NoticeProps = { readonly notice: typeof texts.english; readonly level: 'h2' | 'h3' };

function Notice({ notice, level: Heading }: NoticeProps) {
  const site = useSite();
  const contact = site?.contactEmail;
  return (
    <>
      {notice.sections.map(({ title, paragraphs }) => (
        <section key={title}>
          <Heading>{title}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <section>
        <Heading>{notice.contact}</Heading>
        {contact ? (
          <p>
            {notice.writeTo} <a href={`mailto:${contact}`}>{contact}</a>.
          </p>
        ) : (
          // Not before it is known.
          site && <p>{notice.noContact}</p>
        )}
      </section>
    </>
  );
}
