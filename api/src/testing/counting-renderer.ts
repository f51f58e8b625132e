import type { PageRenderer } from '../contracts/page-renderer.ts';

export type CountingRenderer = PageRenderer & {
  /** What was rendered, in order. */
  readonly rendered: readonly string[];
};

/** Pages of a few words, and a list of what was asked for: the real ones are built from the pages' sources. */
export function countingRenderer(): CountingRenderer {
  const rendered: string[] = [];
  const page = (address: string, words: readonly string[]) => {
    rendered.push(address);
    return `<title>${address}</title>${words.map((word) => `<p>${word}</p>`).join('')}`;
  };
  return {
    rendered,
    homeQuery: (search) => /[?&](page=\d+)/.exec(search)?.[1] ?? '',
    homePage: ({ origin, path, query, places }) =>
      page(
        `${origin}${path}${query}`,
        places.map((place) => place.businessName),
      ),
    placePage: ({ origin, path, place }) => page(`${origin}${path}`, [place.businessName]),
    notFoundPage: () => page('not found', []),
    hiddenPlacePage: () => page('hidden', []),
  };
}
