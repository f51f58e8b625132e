import type { ComponentType } from 'react';
import { useQuery } from '../../../shared/navigation/router.tsx';
import { PageHeading, usePageTitle } from '../../../shared/navigation/page-heading.tsx';
import { useSession } from '../../../shared/session/session.ts';
import ui from '../../../shared/ui/ui.module.css';
import { dashboard } from '../../../texts/owner-texts.ts';
import { AnalyticsSection } from './analytics/analytics-section.tsx';
import { BusinessesSection } from './businesses-section.tsx';
import styles from './owner-dashboard.module.css';
import { OverviewSection, useHasDraft } from './overview-section.tsx';
import { type Section, sectionOf, Sidebar } from './sidebar.tsx';
import { ButtonLink } from '../../../shared/ui/controls.tsx';

/** The owner's dashboard; the URL holds the section. */
export function DashboardPage({ fixed }: { readonly fixed?: Section }) {
  const session = useSession();
  const query = useQuery();
  const section = fixed ?? sectionOf(query);
  usePageTitle(section === 'home' ? 'Dashboard' : dashboard[section]);
  if (!session) return null;
  const Content = contents[section];
  return (
    <div className={`${ui.page} ${ui.stack} ${styles.page}`}>
      <Sidebar current={section} />
      <div className={`${ui.stack} ${styles.content}`}>
        <header className={ui.soft}>
          <p className={styles.name}>Welcome, {session.user.full_name}</p>
          <p>{session.user.email}</p>
        </header>
        <Content />
      </div>
    </div>
  );
}

const contents: Readonly<Record<Section, ComponentType>> = {
  home: OverviewSection,
  add: AddSection,
  businesses: BusinessesSection,
  analytics: AnalyticsSection,
};

function AddSection() {
  const hasDraft = useHasDraft();
  return (
    <section className={`${ui.stack} ${styles.section}`}>
      <PageHeading className={ui.title}>Add Business</PageHeading>
      <div className={`${ui.panel} ${ui.start} ${styles.panel}`}>
        <p>
          Five short steps. Your answers are saved on this device, so you can stop and continue
          later.
        </p>
        <ol>
          <li>Basic details and contact</li>
          <li>Location and category</li>
          <li>Web and social links, if you have any</li>
          <li>Description, facilities and photo</li>
          <li>Review and submit</li>
        </ol>
        <ButtonLink to="/form">{hasDraft ? dashboard.addResume : 'Add your business'}</ButtonLink>
      </div>
    </section>
  );
}
