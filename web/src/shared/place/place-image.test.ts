import { expect, test } from 'vitest';
import { imageSources } from './place-image.tsx';

test('the variants of an image are named after it', () => {
  expect(imageSources('a1b2.webp')).toEqual({
    src: '/uploads/a1b2-640.webp',
    srcSet: '/uploads/a1b2-200.webp 200w, /uploads/a1b2-640.webp 640w, /uploads/a1b2.webp 1600w',
  });
});

test('a name never leads out of the folder of images', () => {
  expect(imageSources('../../secret.webp').src).toBe('/uploads/..%2F..%2Fsecret-640.webp');
});
