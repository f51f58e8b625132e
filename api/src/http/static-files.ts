import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { etagOf, type Snapshot } from './snapshot.ts';

/** The files below a folder by their path as in /icon.svg, with the compressed forms that lie beside them; hidden ones are left out. */
export function readStaticFiles(root: string): ReadonlyMap<string, Snapshot> {
  const files = new Map<string, Snapshot>();
  const found = readdirSync(root, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of found.filter((entry) => entry.isFile())) {
    const file = join(parentPath, name);
    const path = file.slice(root.length).replaceAll('\\', '/');
    if (!/\/\.|\.(br|gz)$/.test(path)) files.set(path, snapshotOfFile(file));
  }
  return files;
}

function snapshotOfFile(file: string): Snapshot {
  const plain = readFileSync(file);
  const beside = (suffix: string) =>
    existsSync(file + suffix) ? readFileSync(file + suffix) : null;
  return { etag: etagOf(plain), plain, br: beside('.br'), gzip: beside('.gz') };
}
