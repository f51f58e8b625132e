import type { MainCategory } from '@directory/domain/catalogue';
import styles from './drawings.module.css';
import sheet from './drawings.svg';

export type KampungHouseProps = {
  readonly category: MainCategory;
  /** Selects the house, so that neighbours in a list differ. */
  readonly seed: string;
};

/** Rumah bumbung panjang, a house with a gabled porch, and rumah limas. */
const houses = ['house-long', 'house-porch', 'house-stepped'];

/** Shown for a place without a photograph: a house on stilts in the colour of its category, with its emblem. */
export function KampungHouse({ category, seed }: KampungHouseProps) {
  const variant = hash(seed);
  const house = houses[variant % houses.length] ?? 'house-long';
  const mirrored = variant % 2 === 1;
  const left = mirrored ? 38 : 262;
  return (
    <svg
      className={`${styles.scene} ${categoryClass(category)}`}
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect className={styles.sky} width="400" height="300" />
      <circle className={styles.sun} cx={left + 50} cy="84" r="50" />
      <use
        className={styles.sign}
        href={categorySign(category)}
        x={left + 21}
        y="55"
        width="58"
        height="58"
      />
      <use
        href={drawing(house)}
        width="400"
        height="300"
        transform={mirrored ? 'matrix(-1 0 0 1 400 0)' : undefined}
      />
    </svg>
  );
}

type DrawingProps = { readonly href: string; readonly className?: string | undefined };

/** One drawing of the sprite sheet alone. Emblems have the colour of the text. */
export function Drawing({ href, className }: DrawingProps) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={href} width="100%" height="100%" />
    </svg>
  );
}

/** The address of the emblem. */
export function categorySign(category: MainCategory): string {
  return drawing(`sign-${categorySlug(category)}`);
}

function hash(text: string): number {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum;
}

/** The classes that set the category's colours. The content security policy allows no inline styles. */
export function categoryClass(category: MainCategory): string {
  return `${styles.tinted} category-${categorySlug(category)}`;
}

function categorySlug(category: MainCategory): string {
  return category.toLowerCase().replace(/[^a-z]+/g, '-');
}

/** The address of one drawing in the sprite sheet. Inline drawings would be larger than the page. */
export function drawing(id: string): string {
  return `${sheet}#${id}`;
}

/** The one ornament: a woven border of bamboo shoots, as at the hem of a songket. */
export function SongketBorder({ flipped = false }: { readonly flipped?: boolean }) {
  return <div className={flipped ? styles.flipped : styles.border} aria-hidden="true" />;
}
