import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { ComponentType } from 'react';
import { useAdminTexts, type AdminTexts } from '../../../shared/texts/admin-texts.ts';
import { ActionCell } from './action-cell.tsx';
import type { CellProps } from './cell-props.ts';
import styles from './cells.module.css';
import { ImageCell } from './image-cell.tsx';
import { OutLink } from './out-link.tsx';
import { StatusCell } from './status-cell.tsx';
import { SynopsisCell } from './synopsis-cell.tsx';

export type ColumnName = keyof AdminTexts['list']['columns'];

type Column = {
  readonly name: ColumnName;
  readonly Cell: ComponentType<CellProps>;
  /** Malay for names of the village. */
  readonly lang?: 'ms';
};

/** All after the name, which heads each row; in the given order. */
export const columns: readonly Column[] = [
  { name: 'phone', Cell: textCell(({ phone }) => phone) },
  { name: 'operatingHours', lang: 'ms', Cell: textCell(({ operatingHours }) => operatingHours) },
  { name: 'yearStarted', Cell: textCell(({ yearStarted }) => yearStarted) },
  { name: 'email', Cell: textCell(({ email }) => email) },
  { name: 'website', Cell: linkCell(({ website }) => website, 'visit') },
  { name: 'socialMedia', Cell: SocialCell },
  { name: 'location', Cell: linkCell(({ location }) => location, 'map') },
  { name: 'onlineOrder', Cell: linkCell(({ onlineOrder }) => onlineOrder, 'order') },
  { name: 'address', Cell: textCell(({ address }) => address) },
  { name: 'synopsis', Cell: SynopsisCell },
  { name: 'businessInfo', lang: 'ms', Cell: textCell(({ businessInfo }) => businessInfo) },
  { name: 'subCategory', lang: 'ms', Cell: textCell(({ subCategory }) => subCategory) },
  { name: 'kampong', lang: 'ms', Cell: textCell(({ kampong }) => kampong) },
  { name: 'facilities', lang: 'ms', Cell: textCell(({ facilities }) => facilities.join(', ')) },
  { name: 'images', Cell: ImageCell },
  { name: 'status', Cell: StatusCell },
  { name: 'action', Cell: ActionCell },
];

function textCell(read: (business: OwnBusinessResponse) => string | number | null) {
  return function TextCell({ business }: CellProps) {
    const { common } = useAdminTexts();
    return read(business) || common.empty;
  };
}

function linkCell(
  read: (business: OwnBusinessResponse) => string | null,
  label: 'visit' | 'map' | 'order',
) {
  return function LinkCell({ business }: CellProps) {
    const { list } = useAdminTexts();
    return (
      <OutLink address={read(business)} of={business.businessName}>
        {list[label]}
      </OutLink>
    );
  };
}

const networks = ['facebook', 'instagram', 'youtube', 'tiktok'] as const;

function SocialCell({ business }: CellProps) {
  const { common, list } = useAdminTexts();
  const given = networks.filter((network) => business[network]);
  if (given.length === 0 && !business.whatsapp) return common.empty;
  return (
    <ul className={styles.links}>
      {given.map((network) => (
        <li key={network}>
          <OutLink address={business[network]} of={business.businessName}>
            {list.social[network]}
          </OutLink>
        </li>
      ))}
      {business.whatsapp && (
        <li>
          {list.social.whatsapp} {business.whatsapp}
        </li>
      )}
    </ul>
  );
}
