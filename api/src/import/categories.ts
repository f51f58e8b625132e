import { mainCategories, subCategories, type MainCategory } from '@directory/domain/catalogue';
import * as z from 'zod';
import categoryMap from '../../seed-data/category-map.json' with { type: 'json' };
import subCategoryMap from '../../seed-data/sub-categories.json' with { type: 'json' };

/** One category of the map, two of ours. */
const joined = 'IT, Elektronik & Elektrik';

const mapped = z.enum([...mainCategories, joined]);

const { osm, simplegeo } = z
  .object({
    osm: z.array(z.object({ tag: z.string(), values: z.array(z.string()), category: mapped })),
    simplegeo: z.array(z.object({ prefix: z.string(), category: mapped })),
  })
  .parse(categoryMap);

/** The tags of the joined category that are IT; the others are "Elektronik & Elektrik". */
const informationTechnology: ReadonlySet<string> = new Set([
  'shop=computer',
  'office=it',
  'office=telecommunication',
  'amenity=internet_cafe',
  'sg=Food & Drink/Internet Cafe',
  'sg=Services/Professional/Computer Services',
  'sg=Services/Utilities/Telephone',
  'sg=Services/Utilities/Cable',
]);

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
  const match = matchOsm(tags) ?? matchSimplegeo(tags);
  if (!match) return 'Perniagaan Pelbagai';
  if (match.category !== joined) return match.category;
  return informationTechnology.has(match.tag) ? 'IT' : 'Elektronik & Elektrik';
}

type Match = { readonly category: z.infer<typeof mapped>; readonly tag: string };

function matchOsm(tags: readonly string[]): Match | undefined {
  for (const { tag: key, values, category } of osm) {
    const tag = tags.find(
      (each) =>
        each.startsWith(`${key}=`) &&
        (values.includes('*') || values.includes(each.slice(key.length + 1))),
    );
    if (tag) return { category, tag };
  }
  return undefined;
}

function matchSimplegeo(tags: readonly string[]): Match | undefined {
  for (const { prefix, category } of prefixesByLength)
    if (tags.some((tag) => tag.startsWith(`sg=${prefix}`)))
      return { category, tag: `sg=${prefix}` };
  return undefined;
}

/** The tags that mean the same as a sub-category; tags that fit only roughly are left out. */
const tagsOfSubCategory: Readonly<Record<string, readonly string[]>> = subCategoryMap;

const subCategoryOfTag: ReadonlyMap<string, string> = new Map(
  Object.entries(tagsOfSubCategory).flatMap(([subCategory, tags]) =>
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
