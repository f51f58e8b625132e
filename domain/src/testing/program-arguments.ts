import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/**
 * Arguments with which Node runs a program of the product: the bundle, which starts with a fifth of the work, or the source, where there
 * is no bundle or one older than a source.
 */
export function programArguments(name: 'api' | 'projections'): readonly string[] {
  const bundle = join(root, 'dist', 'server', `${name}.js`);
  const isCurrent = existsSync(bundle) && lastChange() < statSync(bundle).mtimeMs;
  return isCurrent ? [bundle] : ['--import', 'tsx', join(root, name, 'src', 'main.ts')];
}

function lastChange(): number {
  const files = ['domain', 'projections', 'api'].flatMap((part) => {
    const folder = join(root, part, 'src');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((file) => !/\.test\.ts$/.test(file)).map((file) => join(folder, file));
  });
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
