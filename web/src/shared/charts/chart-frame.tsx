import { type ReactNode, Suspense } from 'react';
import { number } from '../../texts/count.ts';
import { lazyComponent, PartBoundary } from '../ui/loading.tsx';
import { ScrollRegion, TableHead } from '../ui/scroll-region.tsx';
import ui from '../ui/ui.module.css';
import styles from './chart-frame.module.css';

export const BarChart = lazyComponent(async () => (await import('./charts.tsx')).BarChart);
export const TrendChart = lazyComponent(async () => (await import('./charts.tsx')).TrendChart);

type ChartFrameProps = {
  readonly title: string;
  /** A text summary of the chart. */
  readonly sentence: string;
  /** What the chart shows, in numbers; left out where the page has it in a table already. */
  readonly table?: ChartTable;
  /** In pixels; the chart scrolls sideways in narrower frames. */
  readonly minWidth?: number | undefined;
  /** In pixels; reserved while the chart loads, to avoid layout shift. */
  readonly height: number;
  /** Whether nothing was counted yet; then the sentence says so, and there is no chart. */
  readonly isEmpty?: boolean;
  readonly children: ReactNode;
};

type ChartTable = {
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly values: readonly (number | string)[];
  }[];
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
          {table && <DataTable title={title} table={table} />}
        </>
      )}
    </section>
  );
}

type DataTableProps = { readonly title: string; readonly table: ChartTable };

function DataTable({ title, table }: DataTableProps) {
  return (
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
                  <td key={column}>{typeof value === 'number' ? number.format(value) : value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
