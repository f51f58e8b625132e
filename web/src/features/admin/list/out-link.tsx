import type { ReactNode } from 'react';
import { webLink } from '../../../shared/place/links.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';

type OutLinkProps = {
  readonly address: string | null;
  readonly children: ReactNode;
  /** Whose it is, for those who do not see the row. */
  readonly of: string;
};

/** A link of a listing in a new tab; what leads nowhere safe is shown as text. */
export function OutLink({ address, children, of }: OutLinkProps) {
  const { common, list } = useAdminTexts();
  const href = webLink(address);
  if (href === null) return address ?? common.empty;
  return (
    <a href={href} target="_blank" rel="noopener nofollow ugc">
      {children}
      <span className={ui.hidden}>
        {' '}
        {list.ofBusiness(of)} {common.newTab}
      </span>
    </a>
  );
}
