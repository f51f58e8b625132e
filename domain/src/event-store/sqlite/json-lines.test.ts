import { expect, test } from 'vitest';
import { JsonLines } from './json-lines.ts';

test('field finds a name in a shorter line although the next line has it where the line before had it', () => {
  const objects = [{ filler: '1234567', b: 'one' }, { b: 'two' }, { c: '', b: 'three' }];
  const lines = objects.map((object) => JSON.stringify(object));
  const [first = '', second = '', third = ''] = lines;
  expect(first.indexOf('"b"')).toBe(second.length + 1 + third.indexOf('"b"'));
  const page = new JsonLines(lines.join('\n'), lines.length, () => new Error('damaged'));
  expect(objects.map((_, line) => page.field(line, 'b'))).toEqual(['one', 'two', 'three']);
});
