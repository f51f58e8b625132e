import { expect, test } from 'vitest';
import { imageSources } from './place-parts.tsx';

test('the copies of an image are named after it', () => {
  expect(imageSources('a1b2.webp')).toEqual({
    src: '/uploads/a1b2-750.webp',
    srcSet:
      '/uploads/a1b2-320.webp 320w, /uploads/a1b2-750.webp 750w, /uploads/a1b2-1200.webp 1200w, /uploads/a1b2.webp 1600w',
  });
});

test('a name never leads out of the folder of images', () => {
  expect(imageSources('../../secret.webp').src).toBe('/uploads/..%2F..%2Fsecret-750.webp');
});
