import type { ReactNode } from 'react';
import { webLink } from '../../../shared/place/links.ts';
import ui from '../../../shared/ui/ui.module.css';
import { adminTexts } from '../../../texts/admin-texts.ts';

const { common } = adminTexts;

type ExternalLinkProps = {
  readonly address: string | null;
  readonly children: ReactNode;
  /** The name of the business, for screen readers. */
  readonly of: string;
};

/** Opens in a new tab. An address that is not a safe web link is shown as text. */
export function ExternalLink({ address, children, of }: ExternalLinkProps) {
  const href = webLink(address);
  if (href === null) return address ?? common.empty;
  return (
    <a href={href} target="_blank" rel="noopener nofollow ugc" title={href}>
      {children}{' '}
      <span className={ui.hidden}>
        {of} {common.newTab}
      </span>
    </a>
  );
}
