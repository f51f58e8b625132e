import { expect, test } from 'vitest';
import { dataSource } from './data-source.ts';

test.each([
  [
    'github:someone/open.data_KL@0c3fdc0f:nodes_tags.csv node/2613017759',
    { name: 'someone/open.data_KL', href: 'https://github.com/someone/open.data_KL/tree/0c3fdc0f' },
  ],
  [
    'github:someone/shops@4c4fa563',
    { name: 'someone/shops', href: 'https://github.com/someone/shops/tree/4c4fa563' },
  ],
  ['a list of the council', { name: 'a list of the council', href: null }],
  ['github:../../x@javascript:y', { name: 'github:../../x@javascript:y', href: null }],
])('the source %s is shown as %j', (source, shown) => {
  expect(dataSource(source)).toEqual(shown);
});
