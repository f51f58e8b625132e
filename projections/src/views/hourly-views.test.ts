import type { DomainEvent, LinkChannel } from '@directory/domain';
import { describe, expect, test } from 'vitest';
import { businessIdOf } from '../testing/details.ts';
import { folded } from '../testing/folded.ts';
import { hourlyViewsIn } from './hourly-views.ts';

const id = businessIdOf(1);
const subject = { businessId: id, ownerId: 'owner-1' };

const viewed = (viewedAt: string, firstToday = true): DomainEvent => ({
  type: 'BusinessViewed',
  data: { ...subject, viewedAt, receivedAt: '2026-11-30T00:00:00.000Z', firstToday },
});
const clicked = (channel: LinkChannel): DomainEvent => ({
  type: 'BusinessLinkClicked',
  data: { ...subject, channel, clickedAt: '2026-11-21T10:00:00.000Z' },
});
const hoursWith = (counts: Record<number, number>) =>
  Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0);

const visits = (...events: DomainEvent[]) => folded(hourlyViewsIn('Asia/Kuala_Lumpur'), events);

test('a visit counts in all time and in its month', () => {
  const documents = visits(viewed('2026-11-21T10:00:00.000Z'));
  expect([...documents.keys()]).toEqual([id, `${id}/2026-11`]);
  const counts = { views: 1, visitors: 1, hours: hoursWith({ 18: 1 }), clicks: {} };
  expect(documents.get(id)).toEqual({
    ...subject,
    ...counts,
    period: 'all',
    firstDate: '2026-11-21',
    days: [],
  });
  expect(documents.get(`${id}/2026-11`)).toEqual({
    ...subject,
    ...counts,
    period: '2026-11',
    firstDate: '2026-11-21',
    days: [{ date: '2026-11-21', ...counts }],
  });
});

test('a visit counts in its hour and on its day, the last of a month too, in the time zone of the site', () => {
  const documents = visits(viewed('2026-10-31T16:30:00.000Z'), viewed('2026-10-31T15:30:00.000Z'));
  expect([...documents.keys()]).toEqual([id, `${id}/2026-11`, `${id}/2026-10`]);
  expect(documents.get(id)?.hours).toEqual(hoursWith({ 0: 1, 23: 1 }));
  for (const [month, date] of [
    ['2026-11', '2026-11-01'],
    ['2026-10', '2026-10-31'],
  ])
    expect(documents.get(`${id}/${month}`)?.days).toMatchObject([{ date, views: 1, visitors: 1 }]);
});

test('a person counts as a visitor once a day and as a view every time', () => {
  const again = viewed('2026-11-21T10:05:00.000Z', false);
  const documents = visits(viewed('2026-11-21T10:00:00.000Z'), again, again);
  expect(documents.get(id)).toMatchObject({ views: 3, visitors: 1 });
});

test('visits are of who owned the business at the last one', () => {
  const viewedOf = (ownerId: string | null): DomainEvent => ({
    type: 'BusinessViewed',
    data: {
      businessId: id,
      ownerId,
      viewedAt: '2026-11-21T10:00:00.000Z',
      receivedAt: '2026-11-21T10:00:00.000Z',
      firstToday: true,
    },
  });
  const documents = visits(viewedOf('owner-1'), viewedOf(null));
  expect([...documents.values()].map(({ ownerId }) => ownerId)).toEqual([null, null]);
});

test('days are in order, also after a late visit', () => {
  const documents = visits(
    viewed('2026-11-03T10:00:00.000Z'),
    viewed('2026-11-02T10:00:00.000Z'),
    viewed('2026-11-03T11:00:00.000Z'),
  );
  expect(documents.get(`${id}/2026-11`)?.days.map(({ date, views }) => [date, views])).toEqual([
    ['2026-11-02', 1],
    ['2026-11-03', 2],
  ]);
});

test('the first day is right, also after a late visit', () => {
  const documents = visits(
    viewed('2026-11-02T10:00:00.000Z'),
    viewed('2026-10-31T10:00:00.000Z'),
    viewed('2026-11-03T10:00:00.000Z'),
  );
  expect(documents.get(id)?.firstDate).toBe('2026-10-31');
  expect(documents.get(`${id}/2026-11`)?.firstDate).toBe('2026-11-02');
});

describe('a click', () => {
  test('counts for its channel and not as a view', () => {
    const documents = visits(clicked('website'), clicked('whatsapp'), clicked('website'));
    const counts = {
      views: 0,
      visitors: 0,
      hours: hoursWith({}),
      clicks: { website: 2, whatsapp: 1 },
    };
    expect(documents.get(id)).toMatchObject(counts);
    expect(documents.get(`${id}/2026-11`)?.days).toEqual([{ date: '2026-11-21', ...counts }]);
  });
});

test('another time zone is another version', () => {
  expect(hourlyViewsIn('UTC').version).not.toBe(hourlyViewsIn('Asia/Kuala_Lumpur').version);
});

test('a visit without a readable time cannot be counted', () => {
  expect(() => visits(viewed('soon'))).toThrow(RangeError);
});

test('documents are stored as in data folders of older releases', () => {
  const documents = visits(
    clicked('whatsapp'),
    clicked('website'),
    viewed('2026-11-20T16:00:00.000Z'),
    viewed('2026-11-30T15:59:59.999Z', false),
  );
  const zeros = (count: number) => Array.from({ length: count }, () => 0).join();
  const clicks = '"clicks":{"whatsapp":1,"website":1}';
  const hours = `[1,${zeros(22)},1]`;
  const total = `"firstDate":"2026-11-21","views":2,"visitors":1,"hours":${hours},${clicks}`;
  const days = [
    `{"date":"2026-11-21","views":1,"visitors":1,"hours":[1,${zeros(23)}],${clicks}}`,
    `{"date":"2026-11-30","views":1,"visitors":0,"hours":[${zeros(23)},1],"clicks":{}}`,
  ].join();
  const business = `{"businessId":"${id}","ownerId":"owner-1"`;
  expect(JSON.stringify(documents.get(id))).toBe(`${business},"period":"all",${total},"days":[]}`);
  expect(JSON.stringify(documents.get(`${id}/2026-11`))).toBe(
    `${business},"period":"2026-11",${total},"days":[${days}]}`,
  );
});
