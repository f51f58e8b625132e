import { mainCategories, subCategories, type MainCategory } from '@directory/domain/catalogue';
import * as z from 'zod';
import categoryMap from '../../seed-data/category-map.json' with { type: 'json' };
import subCategoryMap from '../../seed-data/sub-categories.json' with { type: 'json' };

const category = z.enum(mainCategories);
const { osm, simplegeo } = z
  .object({
    osm: z.array(z.object({ tag: z.string(), values: z.array(z.string()), category })),
    simplegeo: z.array(z.object({ prefix: z.string(), category })),
  })
  .parse(categoryMap);

const prefixesByLength = simplegeo.toSorted((a, b) => b.prefix.length - a.prefix.length);

/** The `key=value` tags of a row, in order. */
export function tagsOf(category: string | null): readonly string[] {
  return (category ?? '')
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag.includes('='));
}

/** The first rule that matches an OpenStreetMap tag, else the longest prefix of a SimpleGeo tag, else "other". */
export function mainCategoryOf(tags: readonly string[]): MainCategory {
  const rule =
    osm.find(({ tag, values }) => tags.some((each) => hasValue(each, tag, values))) ??
    prefixesByLength.find(({ prefix }) => tags.some((tag) => tag.startsWith(`sg=${prefix}`)));
  return rule?.category ?? 'Perniagaan Pelbagai';
}

function hasValue(tag: string, key: string, values: readonly string[]): boolean {
  if (!tag.startsWith(`${key}=`)) return false;
  return values.includes('*') || values.includes(tag.slice(key.length + 1));
}

/** By the tags that mean the same as a sub-category; tags that fit only roughly are left out. */
const subCategoryOfTag: ReadonlyMap<string, string> = new Map(
  Object.entries(subCategoryMap).flatMap(([subCategory, tags]) =>
    tags.map((tag) => [tag, subCategory] as const),
  ),
);

/** Sub-categories that the first word of a Malay name decides where the tag does not: SMK is a secondary school by definition. */
const subCategoryOfName = [
  { tag: 'religion=muslim', name: /^masjid\b/i, subCategory: 'Masjid' },
  { tag: 'religion=muslim', name: /^surau\b/i, subCategory: 'Surau' },
  { tag: 'amenity=school', name: /^(SK|SJKC|SJKT)\b/, subCategory: 'Sekolah Rendah' },
  { tag: 'amenity=school', name: /^SMK\b/, subCategory: 'Sekolah Menengah' },
  { tag: 'amenity=school', name: /^(SRA|SRAI|KAFA)\b/, subCategory: 'Sekolah Agama' },
] as const;

/** The sub-category of a place in its main category, or null if none is certain. */
export function subCategoryOf(
  name: string,
  tags: readonly string[],
  category: MainCategory,
): string | null {
  const byTag = tags.map((tag) => subCategoryOfTag.get(tag));
  const byName = subCategoryOfName.find(
    (rule) => tags.includes(rule.tag) && rule.name.test(name),
  )?.subCategory;
  const allowed = subCategories(category);
  return [...byTag, byName].find((each) => each !== undefined && allowed.includes(each)) ?? null;
}
