import styles from './songket-border.module.css';

/** The one ornament: a woven border of bamboo shoots, as at the hem of a songket. */
export function SongketBorder({ flipped = false }: { readonly flipped?: boolean }) {
  return <div className={flipped ? styles.flipped : styles.border} aria-hidden="true" />;
}
