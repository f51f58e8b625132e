import { lazy, Suspense } from 'react';
import { useOwnerTexts } from '../../shared/texts/owner-texts.ts';
import type { BarChartProps } from './bar-chart.tsx';
import styles from './chart-section.module.css';

const BarChart = lazy(async () => ({ default: (await import('./bar-chart.tsx')).BarChart }));

type ChartSectionProps = BarChartProps & {
  readonly title: string;
  /** What the chart shows, for whom or when a picture is of no use. */
  readonly sentence: string;
  /** Of what the bars stand for, such as "Hour". */
  readonly kind: string;
};

/** A chart with its heading, a sentence in words and the same as a table. */
export function ChartSection({ title, sentence, kind, ...chart }: ChartSectionProps) {
  const { analytics: texts } = useOwnerTexts();
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <p>{sentence}</p>
      <div className={chart.height > 300 ? styles.tall : styles.chart} aria-hidden="true">
        <Suspense>
          <BarChart {...chart} />
        </Suspense>
      </div>
      <details className={styles.details}>
        <summary>{texts.showTable}</summary>
        <table className={styles.table}>
          <caption className={styles.caption}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{kind}</th>
              <th scope="col">{chart.unit}</th>
            </tr>
          </thead>
          <tbody>
            {chart.bars.map(({ name, value }, index) => (
              <tr key={index}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
