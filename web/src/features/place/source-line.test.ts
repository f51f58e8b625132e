import { expect, test } from 'vitest';
import { dataSource } from './source-line.tsx';

test.each([
  [
    'github:darrylma/DAND_Data_Wrangling_OSM@0c3fdc0f:nodes_tags.csv node/2613017759',
    'ODbL-1.0 (© OpenStreetMap contributors)',
    { name: '© OpenStreetMap contributors', licence: 'ODbL' },
  ],
  [
    'github:tuxuri/data-collection@3ac7b610:myNEWS/stores.json',
    'MIT (repository licence)',
    { name: 'myNEWS store list, collected by Tuxuri', licence: 'MIT licence' },
  ],
  [
    'github:tuxuri/data-collection@3ac7b610:other.csv',
    null,
    { name: 'collected by Tuxuri', licence: null },
  ],
  ['a list of the council', 'CC BY 4.0', { name: 'a list of the council', licence: 'CC BY 4.0' }],
])('the source %s (%s) is shown as %j', (source, licence, shown) => {
  expect(dataSource(source, licence)).toEqual(shown);
});
