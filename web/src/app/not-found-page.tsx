import { Link } from '../shared/navigation/router.tsx';
import { KampungHouse } from '../shared/drawing/drawings.tsx';
import { PageHeading, usePageTitle } from '../shared/navigation/page-heading.tsx';
import ui from '../shared/ui/ui.module.css';
import { sharedTexts } from '../texts/shared-texts.ts';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  usePageTitle(sharedTexts.notFound.title);
  return (
    <div className={styles.page}>
      <div className={styles.picture}>
        <KampungHouse category="Pelancongan" seed="away" />
      </div>
      <PageHeading className={styles.title}>{sharedTexts.notFound.title}</PageHeading>
      <p>{sharedTexts.notFound.text}</p>
      <Link className={ui.button} to="/">
        {sharedTexts.notFound.home}
      </Link>
    </div>
  );
}
