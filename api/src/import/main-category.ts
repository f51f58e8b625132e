import { mainCategories, type MainCategory } from '@directory/domain/catalogue';
import * as z from 'zod';
import categoryMap from '../../seed-data/category-map.json' with { type: 'json' };

/** The map has one category where ours has two. */
const joined = 'IT, Elektronik & Elektrik';

const mapped = z.enum([...mainCategories, joined]);

const { osm, simplegeo } = z
  .object({
    osm: z.array(z.object({ tag: z.string(), values: z.array(z.string()), category: mapped })),
    simplegeo: z.array(z.object({ prefix: z.string(), category: mapped })),
  })
  .parse(categoryMap);

/** The halves of the joined category: what is named here is IT, the rest is "Elektronik & Elektrik". */
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

const prefixesLongestFirst = simplegeo.toSorted((a, b) => b.prefix.length - a.prefix.length);

/** By OpenStreetMap's tags the first rule that matches decides, by SimpleGeo's the longest prefix; else it is "other". */
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
  for (const { prefix, category } of prefixesLongestFirst)
    if (tags.some((tag) => tag.startsWith(`sg=${prefix}`)))
      return { category, tag: `sg=${prefix}` };
  return undefined;
}
