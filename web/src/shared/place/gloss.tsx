import { englishOf } from '@directory/domain/catalogue';
import styles from './gloss.module.css';

/** The English of Malay words of the catalogue, quietly after them; nothing where all of them are English. */
export function Gloss({ terms }: { readonly terms: readonly (string | null)[] }) {
  const english = terms.map((term) => englishOf(term ?? '')).filter((word) => word !== null);
  if (english.length === 0) return null;
  return (
    <span className={styles.gloss} lang="en">
      {' '}
      {english.join(', ')}
    </span>
  );
}
