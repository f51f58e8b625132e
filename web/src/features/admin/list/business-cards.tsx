import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './business-table.module.css';
import type { BusinessRowsProps } from './business-table.tsx';
import { columns } from './columns.tsx';
import { rowId } from './use-row-focus.ts';

/** The same rows where there is no room for a table. */
export function BusinessCards({ businesses, caption, decisions }: BusinessRowsProps) {
  const { list } = useAdminTexts();
  return (
    <ul className={styles.cards} aria-label={caption}>
      {businesses.map((business) => (
        <li key={business.id} className={styles.card} aria-busy={decisions.busyId === business.id}>
          <h2 id={rowId(business.id)} tabIndex={-1} className={styles.cardName}>
            {business.businessName}
          </h2>
          <dl>
            {columns.map(({ name, lang, Cell }) => (
              <div key={name} className={styles.fact}>
                <dt>{list.columns[name]}</dt>
                <dd lang={lang}>
                  <Cell business={business} decisions={decisions} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
