import { expect, test } from 'vitest';
import { inertJson } from './page-template.ts';

test.each(['</script><script>alert(1)</script>', '<!--<script>', ']]>', 'a\u2028b\u2029c', '&lt;'])(
  '%j stays in its element and comes back as it was',
  (text) => {
    const json = inertJson({ text });
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ text });
  },
);
