import { expect, test } from 'vitest';
import { videoOf } from './video-section.tsx';

test.each([
  'https://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10',
  'http://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  'https://youtube.com/shorts/dQw4w9WgXcQ',
  'youtu.be/dQw4w9WgXcQ',
])('%s is embedded from the host without cookies', (link) => {
  expect(videoOf(link)).toEqual({
    kind: 'embed',
    src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    host: 'YouTube',
  });
});

test.each(['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789'])(
  '%s is embedded from Vimeo',
  (link) => {
    expect(videoOf(link)).toMatchObject({ src: 'https://player.vimeo.com/video/123456789' });
  },
);

test.each([
  'https://example.com/film.mp4',
  'https://www.youtube.com/@channel',
  'https://example.com/123456789',
  'https://www.youtube.com/watch?v=../../evilFilm',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ/../evil',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
  'https://youtube.com/x/embed/dQw4w9WgXcQ',
  'https://vimeo.com/123456789/abcdef0123',
  'https://vimeo.com/channels/123456789',
])('%s is kept as a link and never embedded', (link) => {
  expect(videoOf(link)).toEqual({ kind: 'link', href: link });
});

test.each([null, '', 'javascript:alert(1)', 'a film of ours'])('%j is no video', (link) => {
  expect(videoOf(link)).toBeNull();
});
