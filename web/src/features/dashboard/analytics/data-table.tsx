import { ScrollRegion } from '../../../shared/ui/scroll-region.tsx';
import styles from './charts.module.css';

export type TableData = {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly values: readonly (number | string)[];
  }[];
};

/** What a chart shows, for reading. */
export function DataTable({ caption, columns, rows }: TableData) {
  return (
    <ScrollRegion className={styles.tableFrame} label={caption}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }, index) => (
            <tr key={index}>
              <th scope="row">{name}</th>
              {values.map((value, column) => (
                <td key={column}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
