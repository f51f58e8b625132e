import { type ReactNode, Suspense } from 'react';
import { PartBoundary } from '../../../../shared/ui/loading.tsx';
import { ScrollRegion, TableHead } from '../../../../shared/ui/scroll-region.tsx';
import { number } from '../../../../texts/count.ts';
import ui from '../../../../shared/ui/ui.module.css';
import styles from './analytics.module.css';

type ChartFrameProps = {
  readonly title: string;
  /** A text summary of the chart. */
  readonly sentence: string;
  readonly table: {
    readonly columns: readonly string[];
    readonly rows: readonly {
      readonly name: string;
      readonly values: readonly (number | string)[];
    }[];
  };
  /** In pixels; the chart scrolls sideways in narrower frames. */
  readonly minWidth?: number | undefined;
  /** In pixels; reserved while the chart loads, to avoid layout shift. */
  readonly height: number;
  /** Whether nothing was counted yet; then the sentence says so, and there is no chart. */
  readonly isEmpty?: boolean;
  readonly children: ReactNode;
};

/** A chart with a heading, a summary sentence and a data table. */
export function ChartFrame({ title, sentence, table, height, ...props }: ChartFrameProps) {
  const { minWidth = 0, isEmpty = false, children } = props;
  const chart = (
    <PartBoundary>
      <div
        aria-hidden="true"
        className={styles.chart}
        style={{ minInlineSize: minWidth, minBlockSize: height + 15 }}
      >
        <Suspense>{children}</Suspense>
      </div>
    </PartBoundary>
  );
  return (
    <section className={`${ui.panel} ${styles.section}`}>
      <h3>{title}</h3>
      <p>{sentence}</p>
      {!isEmpty && (
        <>
          {minWidth > 0 ? (
            <ScrollRegion className={styles.scroller} label={`${title} chart`}>
              {chart}
            </ScrollRegion>
          ) : (
            chart
          )}
          <details className={styles.details}>
            <summary aria-label={`Show as table: ${title}`}>Show as table</summary>
            <ScrollRegion className={styles.tableFrame} label={title}>
              <table className={`${ui.table} ${styles.table}`}>
                <caption className={styles.caption}>{title}</caption>
                <TableHead columns={table.columns} />
                <tbody>
                  {table.rows.map(({ name, values }, index) => (
                    <tr key={index}>
                      <th scope="row">{name}</th>
                      {values.map((value, column) => (
                        <td key={column}>
                          {typeof value === 'number' ? number.format(value) : value}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          </details>
        </>
      )}
    </section>
  );
}
