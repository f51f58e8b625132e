import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { ScrollRegion } from '../../../shared/ui/scroll-region.tsx';
import type { Decisions } from '../decisions/use-decisions.ts';
import styles from './business-table.module.css';
import { columns } from './columns.tsx';
import { ColumnHeading } from './column-heading.tsx';
import type { Sort } from './list-sort.ts';
import { rowId } from './use-row-focus.ts';

export type BusinessRowsProps = {
  readonly businesses: readonly OwnBusinessResponse[];
  readonly caption: string;
  readonly decisions: Decisions;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
};

export function BusinessTable({ businesses, caption, decisions, ...order }: BusinessRowsProps) {
  const { list } = useAdminTexts();
  return (
    <ScrollRegion className={styles.region} label={list.region}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            <ColumnHeading name="businessName" {...order} />
            {columns.map(({ name }) => (
              <ColumnHeading key={name} name={name} {...order} />
            ))}
          </tr>
        </thead>
        <tbody>
          {businesses.map((business) => (
            <tr key={business.id} aria-busy={decisions.busyId === business.id}>
              <th scope="row" id={rowId(business.id)} tabIndex={-1}>
                {business.businessName}
              </th>
              {columns.map(({ name, lang, Cell }) => (
                <td key={name} lang={lang} className={styles[name]}>
                  <Cell business={business} decisions={decisions} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
