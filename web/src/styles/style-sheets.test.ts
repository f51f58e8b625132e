// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const textOf = (file: string) => readFileSync(join(source, file), 'utf8');

/** What components name of style sheets, as `sheet class`, and `sheet *` where the class is computed. */
const named = new Set(
  files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = textOf(file);
      return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
        ([, variable = '', address = '']) => {
          const sheet = relative(source, resolve(source, dirname(file), address));
          const uses = text.matchAll(new RegExp(`(?<![-\\w./])${variable}(?:\\.(\\w+)|\\[)`, 'g'));
          return [...uses].map(([, name = '*']) => `${sheet} ${name}`);
        },
      );
    }),
);

/** The classes that style sheets have rules for. */
const defined = new Set(
  files
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) => {
      const rules = textOf(file).replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '');
      return [...rules.matchAll(/\.([a-z]\w*)(?=[^{};]*\{)/gi)].map(
        ([, name = '']) => `${file} ${name}`,
      );
    }),
);

// The build refuses a class that a component names and its style sheet does not have.
test('every class of a style sheet is named by a component', () => {
  expect(defined.size).toBeGreaterThan(100);
  const isNamed = (name: string) => named.has(name) || named.has(name.replace(/\w+$/, '*'));
  expect([...defined].filter((name) => !isNamed(name))).toEqual([]);
});

// Without one, as in Firefox, such an animation stands at its end: the beginning of every wide table was faded.
test('animations by scrolling are left out where browsers do not know their timeline', () => {
  const sheets = files.filter((file) => file.endsWith('.css')).map(textOf);
  const uses = sheets.flatMap((text) => text.match(/.*\n.*\n.*animation-timeline: .*;/g) ?? []);
  expect(uses.length).toBeGreaterThan(0);
  const guarded = /^ *@supports \(animation-timeline: scroll\(\)\) \{\n *animation: /;
  expect(uses.filter((use) => !guarded.test(use))).toEqual([]);
});

// Safari draws no line whose shorthand has more than its kind; the build splits it up only where it knows the values.
test('no underline takes its colour from a variable in the shorthand', () => {
  const sheets = files.filter((file) => file.endsWith('.css')).map(textOf);
  expect(sheets.flatMap((text) => text.match(/text-decoration: .*var\(.*/g) ?? [])).toEqual([]);
});

// Browsers take the order of the layers from the sheet that loads first, which differs between pages.
test('the sheets that fill layers and load by themselves declare their order', () => {
  const withLayers = files.filter(
    (file) => file.endsWith('.css') && textOf(file).includes('@layer'),
  );
  const imported = /styles.(?:tokens|base)\.css$/;
  const own = withLayers.filter((file) => !imported.test(file));
  expect(own.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
    'shared/ui/ui.module.css',
    'styles/styles.css',
  ]);
  for (const file of own) {
    const rules = textOf(file)
      .replaceAll(/\/\*.*?\*\//gs, '')
      .trim();
    expect(rules).toMatch(/^@layer tokens, base, ui;\n/);
  }
});
