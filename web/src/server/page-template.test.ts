import { expect, test } from 'vitest';
import { inertJson, routeAssets } from './page-template.ts';

test.each(['</script><script>alert(1)</script>', '<!--<script>', ']]>', 'a\u2028b\u2029c', '&lt;'])(
  '%j stays in its element and comes back as it was',
  (text) => {
    const json = inertJson({ text });
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ text });
  },
);

const manifest = {
  'index.html': { file: 'main.js', css: ['main.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js', css: ['shared.css'] },
  'home.tsx': {
    file: 'home.js',
    css: ['home.css', 'shared.css'],
    imports: ['_shared.js', '_words.js'],
  },
  '_words.js': { file: 'words.js', imports: ['_shared.js'] },
};

test('a route needs its own files and those they import, but not what every page loads', () => {
  expect(routeAssets(manifest, 'home.tsx')).toEqual({
    scripts: ['/home.js', '/words.js'],
    styles: ['/home.css'],
  });
});

test('a route that was not built is a mistake', () => {
  expect(() => routeAssets(manifest, 'gone.tsx')).toThrow('no gone.tsx');
});
