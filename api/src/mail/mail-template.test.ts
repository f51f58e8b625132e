import { expect, test } from 'vitest';
import { renderMail, type Letter } from './mail-template.ts';

const letter: Letter = {
  language: 'en',
  subject: 'Warung <Siti> & Co',
  paragraphs: ['Hi Siti,', 'Your listing was not approved.'],
  quote: '<img src=x onerror=alert(1)>\nsecond line',
  link: 'Edit',
  url: 'https://directory.example/my-businesses/1?a=1&b="2"',
  footer: 'Why you get this.',
  unsubscribePage: 'https://directory.example/unsubscribe?token=abc',
};

test('renderMail escapes everything in the HTML', () => {
  const { html } = renderMail(letter);
  expect(html).not.toContain('<img');
  expect(html).toContain('Warung &#60;Siti&#62; &#38; Co');
  for (const words of [...letter.paragraphs, '&#60;img src=x onerror=alert(1)&#62;\nsecond line'])
    expect(html).toContain(`>${words}</`);
  expect(html).toContain('href="https://directory.example/my-businesses/1?a=1&#38;b=&#34;2&#34;"');
});

test('text and HTML have the same links, and load nothing', () => {
  const { text, html } = renderMail(letter);
  for (const content of [text, html.replaceAll('&#38;', '&').replaceAll('&#34;', '"')])
    for (const url of [letter.url, 'https://directory.example/unsubscribe?token=abc'])
      expect(content).toContain(url);
  expect(html).not.toMatch(/<[^>]*\bsrc=|url\(|<link|@import/);
  expect(text).toContain('> <img src=x onerror=alert(1)>\n> second line');
});

test('nothing is quoted of a rejection without a reason', () => {
  const mail = renderMail({ ...letter, quote: null });
  expect(renderMail({ ...letter, quote: '' })).toEqual(mail);
  expect(mail.text).not.toContain('\n\n\n');
  expect(mail.html).not.toContain('\n\n');
});
