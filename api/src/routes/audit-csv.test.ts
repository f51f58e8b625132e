import { expect, test } from 'vitest';
import type { AuditEntryResponse } from '../contracts/audit.ts';
import { auditCsv } from './audit.ts';

const entry: AuditEntryResponse = {
  id: '',
  time: '2026-11-22T00:00:00.000Z',
  day: '2026-11-22',
  kind: 'operation',
  type: 'PlacesImported',
  role: 'system',
  person: null,
  business: null,
  revision: 0,
  changed: [],
  reasonCode: null,
  view: null,
  account: null,
  places: { imported: 2, existing: 0, refused: 1, published: true },
  demonstration: false,
};

test('auditCsv reads page after page, each after the last entry of the one before', async () => {
  const asked: (string | undefined)[] = [];
  const findPage = (
    _: object,
    { before, limit }: { before?: string | undefined; limit: number },
  ) => {
    asked.push(before);
    const length = before === undefined ? limit : 1;
    return Promise.resolve(
      Array.from({ length }, (_each, index) => ({ ...entry, id: `entry-${index}` })),
    );
  };
  const parts: string[] = [];
  for await (const part of auditCsv({ findPage }, {}, 'Asia/Kuala_Lumpur')) parts.push(part);
  expect(asked).toEqual([undefined, 'entry-99']);
  const lines = parts.join('').trimEnd().split('\r\n');
  expect(lines).toHaveLength(102);
  expect(lines.at(-1)).toBe(
    '2026-11-22T00:00:00.000Z,2026-11-22 08:00:00,operation,PlacesImported,system,,,,,"2 imported, 0 existing, 1 refused",no',
  );
});
