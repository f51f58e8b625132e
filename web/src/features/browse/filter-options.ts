import {
  homeCategories,
  hoursLabel,
  isMainCategory,
  kampongs,
  mainCategories,
  operatingHours,
  subCategories,
} from '@directory/domain/catalogue';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import { filterValue, orders, ratings, type FilterName, type Filters } from './filters.ts';

type Option = { readonly value: string; readonly label: string };

/** A select's choices after All; those with a title are a group of their own. */
export type OptionGroup = { readonly title: string | null; readonly options: readonly Option[] };

/** What a select offers beside All. */
export function filterOptions(
  name: Exclude<FilterName, 'q'>,
  filters: Filters,
): readonly OptionGroup[] {
  switch (name) {
    case 'category':
      return [plain(homeCategories)];
    case 'subcategory':
      return subCategoryGroups(filters.category);
    case 'time':
      return [plain(operatingHours.map(hoursLabel))];
    case 'kampong':
      return [plain(kampongs)];
    case 'rating':
      return [named(ratings.map((stars) => [String(stars), texts.filters.stars(stars)]))];
    case 'order':
      return [named(orders.map((order) => [order, texts.filters.orders[order]]))];
  }
}

/** A chosen value in words. */
export function filterLabel(filters: Filters, name: FilterName): string {
  if (name === 'rating' && filters.rating !== null) return texts.filters.stars(filters.rating);
  if (name === 'order' && filters.order !== null) return texts.filters.orders[filters.order];
  return filterValue(filters, name);
}

function subCategoryGroups(category: string | null): readonly OptionGroup[] {
  if (category !== null) return isMainCategory(category) ? [plain(subCategories(category))] : [];
  return mainCategories.map((title) => ({ ...plain(subCategories(title)), title }));
}

function plain(values: readonly string[]): OptionGroup {
  return named(values.map((value) => [value, value]));
}

function named(options: readonly (readonly [string, string])[]): OptionGroup {
  return { title: null, options: options.map(([value, label]) => ({ value, label })) };
}
