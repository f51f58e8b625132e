import type { AnalyticsResponse } from '@directory/api/contracts';
import { isMainCategory } from '@directory/domain/catalogue';
import { Thumbnail } from '../../../../shared/place/place-image.tsx';
import { PageHeading } from '../../../../shared/navigation/page-heading.tsx';
import { analyticsTexts as texts } from '../../../../texts/analytics-texts.ts';
import ui from '../../../../shared/ui/ui.module.css';
import styles from '../dashboard.module.css';
import { EmptyState } from '../empty-state.tsx';
import { LoadState } from '../../../../shared/ui/load-state.tsx';
import { ownerTexts } from '../../../../texts/owner-texts.ts';
import { useAnalytics } from '../sections.ts';
import { AllTimeCharts } from './all-time-charts.tsx';
import { PeriodSection } from './period-section.tsx';

type AnalyticsSectionProps = { readonly userId: string; readonly search: URLSearchParams };

export function AnalyticsSection({ userId, search }: AnalyticsSectionProps) {
  const analytics = useAnalytics(userId);
  const { data } = analytics;
  return (
    <section className={`${ui.stack} ${styles.section}`}>
      <PageHeading className={ui.title}>{texts.title}</PageHeading>
      <LoadState resource={analytics} failed={ownerTexts.dashboard.failed} />
      {data?.analytics.length === 0 && <EmptyState text={texts.none} />}
      {data && data.analytics.length > 0 && (
        <>
          <PeriodSection userId={userId} businesses={data.analytics} search={search} />
          <AllTime analytics={data} />
        </>
      )}
    </section>
  );
}

function AllTime({ analytics }: { readonly analytics: AnalyticsResponse }) {
  return (
    <section className={`${ui.stack} ${styles.section}`} aria-labelledby="all-time">
      <h2 id="all-time">{texts.allTime}</h2>
      <AllTimeCharts analytics={analytics} />
      <ul className={styles.list}>
        {analytics.analytics.map((business) => (
          <BusinessFigures key={business.id} business={business} />
        ))}
      </ul>
    </section>
  );
}

type Figures = AnalyticsResponse['analytics'][number];

function BusinessFigures({ business }: { readonly business: Figures }) {
  const { id, businessName, businessInfo, imagePath } = business;
  const figures = ['views', 'visitors', 'websiteClicks', 'socialMediaClicks'] as const;
  return (
    <li className={`${ui.card} ${styles.business}`}>
      {isMainCategory(businessInfo) && <Thumbnail listing={{ id, businessInfo, imagePath }} />}
      <div className={styles.words}>
        <h3 lang="ms">{businessName}</h3>
        <dl className={styles.figures}>
          {figures.map((figure) => (
            <div key={figure}>
              <dt className={ui.small}>{texts[figure]}</dt>
              <dd className={ui.number}>{business[figure]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}
