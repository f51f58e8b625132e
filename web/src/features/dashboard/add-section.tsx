import { Link } from 'react-router-dom';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { draftKey } from '../../shared/session/forget-drafts.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import ui from '../../shared/ui/ui.module.css';
import styles from './dashboard-page.module.css';

const { dashboard } = ownerTexts;

export function AddSection({ userId }: { readonly userId: string }) {
  return (
    <section className={styles.section}>
      <PageHeading className={styles.title}>{dashboard.addTitle}</PageHeading>
      <div className={styles.panel}>
        <p>{dashboard.addText}</p>
        <ol>
          {dashboard.addSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Link className={ui.button} to="/form">
          {hasDraft(userId) ? dashboard.addResume : dashboard.addStart}
        </Link>
      </div>
    </section>
  );
}

function hasDraft(userId: string): boolean {
  try {
    return window.localStorage.getItem(draftKey(userId)) !== null;
  } catch {
    return false;
  }
}
