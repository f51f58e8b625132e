import type { AnalyticsResponse } from '@directory/api/contracts';
import { isMainCategory } from '@directory/domain/catalogue';
import { Thumbnail } from '../../shared/listing/thumbnail.tsx';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { useOwnerTexts } from '../../shared/texts/owner-texts.ts';
import styles from './dashboard-page.module.css';
import { businessBars, highest, hourBars } from './chart-bars.ts';
import { ChartSection } from './chart-section.tsx';
import { QuietStatus } from './quiet-status.tsx';
import { useAnalytics } from './use-own.ts';

export function AnalyticsSection({ userId }: { readonly userId: string }) {
  const { analytics: texts } = useOwnerTexts();
  const { data, error, retry } = useAnalytics(userId);
  return (
    <section className={styles.section}>
      <PageHeading className={styles.title}>{texts.title}</PageHeading>
      {(!data || error !== undefined) && <QuietStatus error={error} onRetry={retry} />}
      {data?.analytics.length === 0 && <p>{texts.none}</p>}
      {data && data.analytics.length > 0 && (
        <>
          <ul className={styles.list}>
            {data.analytics.map((business) => (
              <BusinessFigures key={business.id} business={business} />
            ))}
          </ul>
          <Charts analytics={data} />
        </>
      )}
    </section>
  );
}

function Charts({ analytics }: { readonly analytics: AnalyticsResponse }) {
  const { analytics: texts } = useOwnerTexts();
  const businesses = businessBars(analytics.analytics);
  const hours = hourBars(analytics.hourlyViews);
  const best = highest(businesses);
  const busiest = highest(hours);
  return (
    <>
      <ChartSection
        title={texts.performance}
        sentence={best ? texts.best(best.name, best.value) : texts.quiet}
        kind={texts.business}
        bars={businesses}
        unit={texts.views}
        height={350}
        barWidth={40}
      />
      <ChartSection
        title={texts.busiest}
        sentence={busiest ? texts.busiestIs(busiest.name, busiest.value) : texts.quiet}
        kind={texts.hour}
        bars={hours}
        unit={texts.views}
        height={300}
      />
    </>
  );
}

type Figures = AnalyticsResponse['analytics'][number];

function BusinessFigures({ business }: { readonly business: Figures }) {
  const { analytics: texts } = useOwnerTexts();
  const { id, businessName, businessInfo, imagePath } = business;
  const figures = ['views', 'visitors', 'websiteClicks', 'socialMediaClicks'] as const;
  return (
    <li className={styles.business}>
      {isMainCategory(businessInfo) && <Thumbnail listing={{ id, businessInfo, imagePath }} />}
      <div className={styles.words}>
        <h2 lang="ms">{businessName}</h2>
        <dl className={styles.figures}>
          {figures.map((figure) => (
            <div key={figure}>
              <dt>{texts[figure]}</dt>
              <dd>{business[figure]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}
