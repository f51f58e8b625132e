import { isMainCategory, kampongs, subCategories } from '@directory/domain/catalogue';
import type { Filters } from '../features/browse/filters.ts';

/** Whether others may well choose the same: nothing that one visitor typed or drew. */
export function areCommon({ q, area, category, subcategory, kampong }: Filters): boolean {
  const isKnownKampong = kampong === null || kampongs.some((known) => known === kampong);
  return q === '' && area === null && isKnownKampong && isKnown(category, subcategory);
}

function isKnown(category: string | null, subcategory: string | null): boolean {
  if (category === null) return subcategory === null;
  if (!isMainCategory(category)) return false;
  return subcategory === null || subCategories(category).includes(subcategory);
}
