import type { AssetManifest } from '@directory/api/contracts';

export type RouteAssets = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
};

const entry = 'index.html';

/** The URLs of the scripts and style sheets that a page needs besides those that every page loads. */
export function routeAssets(manifest: AssetManifest, source: string): RouteAssets {
  const everywhere = chunksOf(manifest, entry);
  const own = [...chunksOf(manifest, source)].filter((chunk) => !everywhere.has(chunk));
  const loaded = new Set(stylesOf(manifest, everywhere));
  return {
    scripts: own.map((chunk) => address(manifest[chunk]?.file ?? '')),
    styles: stylesOf(manifest, own).filter((style) => !loaded.has(style)),
  };
}

/** A chunk and all that it imports. */
function chunksOf(manifest: AssetManifest, source: string): ReadonlySet<string> {
  if (!manifest[source]) throw new Error(`the build of the pages has no ${source}`);
  const found = new Set([source]);
  // Iterating over a set includes what is added meanwhile.
  for (const chunk of found) for (const other of manifest[chunk]?.imports ?? []) found.add(other);
  return found;
}

function stylesOf(manifest: AssetManifest, chunks: Iterable<string>): string[] {
  const styles = [...chunks].flatMap((chunk) => manifest[chunk]?.css ?? []);
  return [...new Set(styles)].map(address);
}

function address(file: string): string {
  return `/${file}`;
}
