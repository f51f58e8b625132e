import { siteTexts } from '../../texts/site-texts.ts';
import styles from './demonstration-badge.module.css';

/** Marks a listing that was made up to show the screens. Renders nothing for real ones. */
export function DemonstrationBadge({
  place,
}: {
  readonly place: { readonly demonstration: boolean };
}) {
  if (!place.demonstration) return null;
  return (
    <span className={styles.badge} lang="en" title={siteTexts.site.demonstrationHint}>
      {siteTexts.site.demonstration}
    </span>
  );
}
