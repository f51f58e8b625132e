import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gzipBlock, joinGzip } from './gzip-blocks.ts';

test('joined blocks are one gzip file of the joined texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), async (texts) => {
      const blocks = await Promise.all(texts.map(gzipBlock));
      expect(gunzipSync(joinGzip(blocks)).toString()).toBe(Buffer.from(texts.join('')).toString());
    }),
  );
});

test('joining does not depend on what blocks were joined with before', async () => {
  const [a, b, c] = await Promise.all(['aaaa'.repeat(9_999), 'b', ''].map(gzipBlock));
  if (!a || !b || !c) throw new Error('there are three');
  joinGzip([a, b]);
  expect(gunzipSync(joinGzip([b, c, a, b])).toString()).toBe(`b${'aaaa'.repeat(9_999)}b`);
});
