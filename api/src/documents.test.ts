import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { workerSettings } from '@directory/projections/config';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { settingNames } from './config.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(file, 'utf8');
const folder = join(root, 'docs');
const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
const files = [join(root, 'README.md'), ...names.map((name) => join(folder, name))];
const documents = files.map((file) => [file.slice(root.length + 1), file] as const);

/** As GitHub makes them of headings. */
function anchorsOf(file: string): readonly string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(documents)('the links of %s lead to files and headings', (_, file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, path = '', anchor]) => {
    const target = path === '' ? file : resolve(dirname(file), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(documents)('the npm scripts in %s exist', (_, file) => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read(join(root, 'package.json'))));
  const used = [...read(file).matchAll(/npm run (?:-[\w-]+ )*([a-z][\w:-]*)/g)];
  expect(used.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
});

test('docs/operations.md lists all settings and no others', () => {
  const [, table = ''] = read(join(folder, 'operations.md')).split('## All settings');
  const rows = [...table.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gm)];
  const listed = rows.flatMap(([, setting = '']) => setting.replaceAll('`', '').split(', '));
  const known = new Set([...settingNames, ...Object.keys(workerSettings)]);
  expect(listed.sort()).toEqual([...known].sort());
});
