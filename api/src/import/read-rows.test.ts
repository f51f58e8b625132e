import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkReadable, FileUnreadable, readRows, type Row } from './read-rows.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-rows-'));
});
afterAll(() => rm(folder, { recursive: true }));

const rows: readonly Row[] = [
  { number: 1, value: { name: 'Kafe Satu', latitude: 3.1 } },
  { number: 2, value: { name: 'Kafe Dua, Zoë "李"', latitude: null } },
];
const values = rows.map((row) => ('value' in row ? row.value : null));
const array = JSON.stringify(values, null, 2);
const lines = `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;

describe.each([
  ['a JSON array', array],
  ['a JSON array after white space', `\n  ${array}`],
  ['a JSON array after much white space', `${'\n'.repeat(100_000)}${array}`],
  ['JSON lines', lines],
  ['JSON lines of Windows', lines.replaceAll('\n', '\r\n')],
  ['JSON lines with a byte order mark', `\uFEFF${lines}`],
  ['a JSON array with a byte order mark', `\uFEFF${array}`],
])('%s', (_, text) => {
  test('is read plain and gzipped', async () => {
    expect(await read(text)).toEqual(rows);
    expect(await read(gzipSync(text))).toEqual(rows);
  });
});

test.each([
  ['plain', lines],
  ['gzipped', gzipSync(lines)],
])('readRows reads a pipe once, %s', async (_, content) => {
  const pipe = join(await mkdtemp(join(folder, 'pipe-')), 'rows');
  execFileSync('mkfifo', [pipe]);
  await checkReadable(pipe);
  const [found] = await Promise.all([all(pipe), writeFile(pipe, content)]);
  expect(found).toEqual(rows);
});

test('checkReadable reads nothing from a terminal, whose lines come once', async () => {
  await checkReadable('/dev/tty');
});

test('readRows reports an invalid JSON line and reads the others', async () => {
  expect(await read('{"name":"A"}\r\n{"name"\r\n\r\n{"name":"B"}')).toEqual([
    { number: 1, value: { name: 'A' } },
    { number: 2, unreadable: 'the line is not valid JSON' },
    { number: 4, value: { name: 'B' } },
  ]);
});

test('readRows reads a file of many chunks', async () => {
  // So many wide characters that the ends of some chunks are in the middle of one.
  const wide = '李'.repeat(30);
  const many = Array.from({ length: 20_000 }, (_, index) => ({ name: `Kedai ${index} ${wide}` }));
  const text = many.map((value) => JSON.stringify(value)).join('\n');
  expect(await read(text)).toEqual(many.map((value, index) => ({ number: index + 1, value })));
});

test('readRows parses CSV with quotes, commas, line breaks and empty cells', async () => {
  const text =
    'name,address,phone\r\n"A ""Kafe"", B","Jalan 1\nKL",\r\nC,,012-3456789\n\n,,\nD,"",""';
  expect(await read(text)).toEqual([
    { number: 2, value: { name: 'A "Kafe", B', address: 'Jalan 1\nKL', phone: null } },
    { number: 3, value: { name: 'C', address: null, phone: '012-3456789' } },
    { number: 6, value: { name: 'D', address: null, phone: null } },
  ]);
});

test('readRows parses CSV whose lines end in carriage returns', async () => {
  expect(await read('name,phone\rA,1\r\rB,2')).toEqual([
    { number: 2, value: { name: 'A', phone: '1' } },
    { number: 4, value: { name: 'B', phone: '2' } },
  ]);
});

test('readRows parses CSV of one column that ends without a line break', async () => {
  expect(await read('name\nA')).toEqual([{ number: 2, value: { name: 'A' } }]);
});

test('readRows takes a quotation mark inside a CSV cell as text', async () => {
  const text = 'name,phone\nKedai "Pak Ali" Sdn,1\nTV 32",2\n"A" and "B",3\n"","4"';
  expect(await read(text)).toEqual([
    { number: 2, value: { name: 'Kedai "Pak Ali" Sdn', phone: '1' } },
    { number: 3, value: { name: 'TV 32"', phone: '2' } },
    { number: 4, value: { name: 'A and "B"', phone: '3' } },
    { number: 5, value: { name: null, phone: '4' } },
  ]);
});

test('readRows reports the CSV row with a quotation mark that is not closed, and fails', async () => {
  await writeFile(join(folder, 'rows'), 'name,phone\nA,1\n"B,2\nC,3\n');
  const rows = readRows(join(folder, 'rows'));
  expect((await rows.next()).value).toEqual({ number: 2, value: { name: 'A', phone: '1' } });
  expect((await rows.next()).value).toEqual({
    number: 3,
    unreadable: 'a quotation mark is not closed',
  });
  await expect(rows.next()).rejects.toThrow(
    new FileUnreadable(
      'The quotation mark that begins a cell of row 3 is not closed: nothing after it was read.',
    ),
  );
});

test('readRows reports a CSV row of another length and reads the others', async () => {
  expect(await read('name,phone\nA\nB,1')).toEqual([
    { number: 2, unreadable: 'column count differs from the header' },
    { number: 3, value: { name: 'B', phone: '1' } },
  ]);
});

describe('readRows throws FileUnreadable for a file that', () => {
  test.each([
    ['is empty', ''],
    ['is a damaged JSON array', '[{"name":'],
    ['is CSV without a name column', 'a,b\n1,2'],
    ['is a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
    ['is gzipped, but not text', gzipSync(Buffer.from([0xc3, 0x28]))],
    ['is gzipped and truncated', gzipSync(array).subarray(0, 40)],
  ])('%s', async (_, content) => {
    await expect(read(content)).rejects.toThrow(FileUnreadable);
  });

  test('is a JSON array longer than a text can be', async () => {
    // What Node throws for 512 MB, which would take too much memory here.
    const parsing = vi.spyOn(JSON, 'parse').mockImplementationOnce(() => {
      throw new RangeError('Invalid string length');
    });
    onTestFinished(() => parsing.mockRestore());
    await expect(read(array)).rejects.toThrow(
      /more than 512 MB in one list or line: write each place on a line of its own/,
    );
  });

  test('has several columns of one name', async () => {
    for (const header of ['name,phone,phone ', 'name,,,phone,phone'])
      await expect(read(`${header}\nA,1,\n`)).rejects.toThrow(
        'The file has several columns "phone": leave one.',
      );
    expect(await read('name,,\nA,,\n')).toHaveLength(1);
  });

  test('has one name twice among four hundred thousand columns', async () => {
    const columns = ['name', ...Array.from({ length: 400_000 }, (_, index) => `c${index}`), 'c0'];
    const reading = read(`${columns.join(',')}\n`);
    await expect(reading).rejects.toThrow('The file has several columns "c0": leave one.');
  });

  test('is in another encoding', async () => {
    const latin1 = Buffer.from('name,phone\nCafé Olé,1', 'latin1');
    await expect(read(latin1)).rejects.toThrow(/^The file is not valid UTF-8: save it as UTF-8/);
    const utf16 = Buffer.from('\uFEFFname,phone\nCafé Olé,1', 'utf16le');
    await expect(read(utf16)).rejects.toThrow(/^The file is not valid UTF-8/);
  });

  test('is missing, or is a folder', async () => {
    for (const path of [join(folder, 'nowhere'), folder]) {
      await expect(all(path)).rejects.toThrow(FileUnreadable);
      await expect(checkReadable(path)).rejects.toThrow(FileUnreadable);
    }
  });

  test.each([
    ['plain', lines],
    ['gzipped', gzipSync(lines)],
  ])('is %s, and whose disk fails in the middle', async (_, content) => {
    const { read: readBytes } = fs;
    const reading = vi.spyOn(fs, 'read').mockImplementationOnce(readBytes);
    // A descriptor that is not open.
    reading.mockImplementationOnce((_, ...given) => readBytes(2 ** 30, ...given));
    onTestFinished(() => reading.mockRestore());
    await expect(read(content)).rejects.toThrow(FileUnreadable);
    expect(reading).toHaveBeenCalledTimes(2);
  });
});

async function read(content: string | Buffer): Promise<Row[]> {
  const file = join(folder, 'rows');
  await writeFile(file, content);
  return all(file);
}

async function all(file: string): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of readRows(file)) found.push(row);
  return found;
}
