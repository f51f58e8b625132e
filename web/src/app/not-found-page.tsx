import { Link } from 'react-router-dom';
import { KampungHouse } from '../shared/drawing/kampung-house.tsx';
import { PageHeading } from '../shared/navigation/page-heading.tsx';
import { usePageTitle } from '../shared/navigation/use-page-title.ts';
import { useTexts } from '../shared/texts/texts.ts';
import ui from '../shared/ui/ui.module.css';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  const { notFound } = useTexts();
  usePageTitle(notFound.title);
  return (
    <div className={styles.page}>
      <div className={styles.picture}>
        <KampungHouse category="Pelancongan" seed="away" />
      </div>
      <PageHeading className={styles.title}>{notFound.title}</PageHeading>
      <p>{notFound.text}</p>
      <Link className={ui.button} to="/">
        {notFound.home}
      </Link>
    </div>
  );
}
