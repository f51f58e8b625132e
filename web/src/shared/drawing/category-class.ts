import type { MainCategory } from '@directory/domain/catalogue';
import styles from './category-class.module.css';

/** The classes that give an element, and all in it, the category's colours. Classes, because the page may carry no inline style. */
export function categoryClass(category: MainCategory): string {
  return `${styles['tinted'] ?? ''} ${styles[categorySlug(category)] ?? ''}`;
}

export function categorySlug(category: MainCategory): string {
  return category.toLowerCase().replace(/[^a-z]+/g, '-');
}
