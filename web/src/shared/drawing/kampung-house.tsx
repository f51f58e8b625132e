import type { MainCategory } from '@directory/domain/catalogue';
import { categoryClass, categorySlug } from './category-class.ts';
import { drawing } from './drawing.ts';
import styles from './kampung-house.module.css';

export type KampungHouseProps = {
  readonly category: MainCategory;
  /** Anything that tells places apart: neighbours in a list get different houses. */
  readonly seed: string;
};

/** Rumah bumbung panjang, a house with a gabled porch, and rumah limas. */
const houses = ['house-long', 'house-porch', 'house-stepped'];

/** What a place without a photograph shows: a house on stilts in the colour of its category, whose emblem rises behind it. */
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
      focusable="false"
    >
      <rect className={styles.sky} width="400" height="300" />
      <circle className={styles.sun} cx={left + 50} cy="84" r="50" />
      <use
        className={styles.sign}
        href={drawing(`sign-${categorySlug(category)}`)}
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

function hash(text: string): number {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum;
}
