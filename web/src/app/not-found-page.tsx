import { KampungHouse } from '../shared/drawing/drawings.tsx';
import { PageHeading, usePageTitle } from '../shared/navigation/page-heading.tsx';
import { sharedTexts } from '../texts/shared-texts.ts';
import styles from './app.module.css';
import { ButtonLink } from '../shared/ui/controls.tsx';

export function NotFoundPage() {
  usePageTitle(sharedTexts.notFound);
  return (
    <div className={styles.notFound}>
      <div className={styles.notFoundPicture}>
        <KampungHouse category="Pelancongan" seed="away" />
      </div>
      <PageHeading className={styles.notFoundTitle}>{sharedTexts.notFound}</PageHeading>
      <p>You've wandered out of the kampung. This page doesn't exist or has been removed.</p>
      <ButtonLink to="/">Browse all places</ButtonLink>
    </div>
  );
}
