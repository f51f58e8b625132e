import { siteTexts } from '../../texts/site-texts.ts';
import styles from './demonstration-badge.module.css';

type DemonstrationBadgeProps = {
  readonly place: { readonly demonstration: boolean };
  /** Where there is little room. */
  readonly isShort?: boolean;
};

/** Marks a listing that was made up to show the screens. Renders nothing for real ones. */
export function DemonstrationBadge({ place, isShort = false }: DemonstrationBadgeProps) {
  if (!place.demonstration) return null;
  return (
    <span className={styles.badge} lang="en" title={siteTexts.site.demonstrationHint}>
      {isShort ? siteTexts.site.demonstrationShort : siteTexts.site.demonstration}
    </span>
  );
}
