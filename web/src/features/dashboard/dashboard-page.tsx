import { useQuery } from '../../shared/navigation/use-query.ts';
import { usePageTitle } from '../../shared/navigation/use-page-title.ts';
import type { SessionUser } from '../../shared/session/session.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { ownerTexts } from '../../texts/owner-texts.ts';
import { AddSection } from './add-section.tsx';
import { AnalyticsSection } from './analytics/analytics-section.tsx';
import { BusinessesSection } from './businesses-section.tsx';
import styles from './dashboard-page.module.css';
import { OverviewSection } from './overview-section.tsx';
import { sectionOf, statusOf, type Section } from './sections.ts';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './use-sidebar.ts';

const { dashboard } = ownerTexts;

/** The owner's own area; the address says which part of it is shown. */
export function DashboardPage({ fixed }: { readonly fixed?: Section }) {
  const session = useSession();
  const sidebar = useSidebar();
  const search = useQuery();
  const section = fixed ?? sectionOf(search);
  usePageTitle(section === 'home' ? dashboard.title : dashboard[section]);
  if (!session) return null;
  return (
    <div className={styles.page}>
      <Sidebar current={section} sidebar={sidebar} />
      <div className={styles.content}>
        <header className={styles.greeting}>
          <p className={styles.name}>{dashboard.greeting(session.user.full_name)}</p>
          <p>{session.user.email}</p>
        </header>
        <SectionContent key={section} section={section} user={session.user} search={search} />
      </div>
    </div>
  );
}

type SectionContentProps = {
  readonly section: Section;
  readonly user: SessionUser;
  readonly search: URLSearchParams;
};

function SectionContent({ section, user, search }: SectionContentProps) {
  switch (section) {
    case 'home':
      return <OverviewSection userId={user.id} />;
    case 'add':
      return <AddSection userId={user.id} />;
    case 'businesses':
      return <BusinessesSection userId={user.id} status={statusOf(search)} />;
    case 'analytics':
      return <AnalyticsSection userId={user.id} search={search} />;
  }
}
