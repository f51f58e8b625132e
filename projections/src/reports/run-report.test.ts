import { linkChannels, type DomainEvent, type LinkChannel } from '@directory/domain';
import { startOfLog, type EventMetadata } from '@directory/domain/event-store';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendAt } from '../testing/append-events.ts';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf, completeDetails } from '../testing/details.ts';
import { generateLog } from '../testing/generate-log.ts';
import { digestOf, goldenEvents } from '../testing/recorded.ts';
import { openTemporaryStores, type TemporaryStores } from '../testing/temporary-stores.ts';
import type { Cell } from './report.ts';
import {
  reports,
  runReport,
  UnusableQuestion,
  type ReportQuestion,
  type RunningReport,
} from './run-report.ts';

let stores: TemporaryStores;
beforeEach(async () => {
  stores = await openTemporaryStores();
});
afterEach(() => stores.close());

const admin = { actor: { id: 'admin-1', role: 'admin' } } as const;
const append = (time: string, event: DomainEvent, metadata?: Partial<EventMetadata>) =>
  appendAt(stores.log, time, event, metadata);

/** One object a row, by column. */
async function rowsOf(name: string, question: Partial<ReportQuestion> = {}) {
  return rowsIn(await begin(name, question));
}

const begin = (name: string, question: Partial<ReportQuestion> = {}) =>
  runReport(stores.log, { name, timeZone: 'Asia/Kuala_Lumpur', ...question });

async function rowsIn(report: RunningReport) {
  const rows: Record<string, Cell | undefined>[] = [];
  for await (const page of report.rows)
    for (const row of page)
      rows.push(
        Object.fromEntries(report.columns.map((column, index) => [column.name, row[index]])),
      );
  return rows;
}

function visit(number: number, viewedAt: string, firstToday = true): DomainEvent {
  const subject = { businessId: businessIdOf(number), ownerId: null };
  return {
    type: 'BusinessViewed',
    data: { ...subject, viewedAt, receivedAt: viewedAt, firstToday },
  };
}

function click(number: number, clickedAt: string, channel: LinkChannel): DomainEvent {
  const subject = { businessId: businessIdOf(number), ownerId: null };
  return { type: 'BusinessLinkClicked', data: { ...subject, channel, clickedAt } };
}

const food = { businessName: 'Warung', businessInfo: 'Makanan & Minuman' } as const;
const stay = { businessName: 'Hotel', businessInfo: 'Hotel & Penginapan' } as const;

/** Two places, one visited on both sides of midnight in Kuala Lumpur, and a visit that was made up. */
async function appendVisits() {
  await append('2026-10-01T00:00:00.000Z', eventsOf(1).submitted(food));
  await append('2026-10-01T00:00:00.000Z', eventsOf(2).submitted(stay));
  for (const [number, time, firstToday] of [
    [1, '2026-11-01T15:59:00.000Z', true],
    [1, '2026-11-01T16:01:00.000Z', true],
    [1, '2026-11-01T16:02:00.000Z', false],
    [2, '2026-11-03T02:00:00.000Z', true],
  ] as const)
    await append(time, visit(number, time, firstToday));
  const time = '2026-11-03T03:00:00.000Z';
  await append(time, visit(2, time), { demonstration: true });
}

test('views counts views and visitors by day of the time zone, without the demonstration', async () => {
  await appendVisits();
  expect(await rowsOf('views')).toEqual([{ views: 4, visitors: 3 }]);
  expect(await rowsOf('views', { by: ['day'] })).toEqual([
    { day: '2026-11-01', views: 1, visitors: 1 },
    { day: '2026-11-02', views: 2, visitors: 1 },
    { day: '2026-11-03', views: 1, visitors: 1 },
  ]);
  expect(await rowsOf('views', { by: ['day'], timeZone: 'UTC', from: '2026-11-02' })).toEqual([
    { day: '2026-11-03', views: 1, visitors: 1 },
  ]);
  expect(await rowsOf('views', { withDemonstration: true, from: '2026-11-03' })).toEqual([
    { views: 2, visitors: 2 },
  ]);
});

test('views are grouped by hour, weekday, week, category and business, and by two of them', async () => {
  await appendVisits();
  expect(await rowsOf('views', { by: ['hour'] })).toMatchObject([
    { hour: 0, views: 2 },
    { hour: 10, views: 1 },
    { hour: 23, views: 1 },
  ]);
  expect(await rowsOf('views', { by: ['weekday', 'category'] })).toMatchObject([
    { weekday: 1, category: 'Makanan & Minuman', views: 2 },
    { weekday: 2, category: 'Hotel & Penginapan', views: 1 },
    { weekday: 7, category: 'Makanan & Minuman', views: 1 },
  ]);
  expect(await rowsOf('views', { by: ['week'] })).toMatchObject([
    { week: '2026-W44', views: 1 },
    { week: '2026-W45', views: 3 },
  ]);
  expect(await rowsOf('views', { by: ['business'] })).toMatchObject([
    { businessId: businessIdOf(1), businessName: 'Warung', views: 3 },
    { businessId: businessIdOf(2), businessName: 'Hotel', views: 1 },
  ]);
});

test('views by time and business has columns of their types, in the order that was asked for', async () => {
  await appendVisits();
  await append('2026-11-04T00:00:00.000Z', eventsOf(2).edited({ businessName: 'Hotel Baru' }));
  await append('2026-11-05T00:00:00.000Z', eventsOf(2).edited({ kampong: 'Chow Kit' }));
  const { columns } = await begin('views', { by: ['hour', 'day'] });
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ['hour', 'integer'],
    ['day', 'day'],
    ['views', 'integer'],
    ['visitors', 'integer'],
  ]);
  const day = { from: '2026-11-03', to: '2026-11-03' };
  const hotel = { businessId: businessIdOf(2), businessName: 'Hotel Baru', views: 1, visitors: 1 };
  for (const by of [
    ['day', 'business'],
    ['business', 'day'],
  ]) {
    expect(await rowsOf('views', { by, ...day })).toEqual([{ day: '2026-11-03', ...hotel }]);
    const order = (await begin('views', { by })).columns.map(({ name }) => name);
    expect(order.indexOf('day')).toBe(by[0] === 'day' ? 0 : 2);
  }
});

test('the days around a new year are in the week of their Thursday', async () => {
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).submitted());
  for (const time of ['2026-01-05T02:00:00.000Z', '2027-01-01T02:00:00.000Z'])
    await append(time, visit(1, time));
  expect(await rowsOf('views', { by: ['week'] })).toMatchObject([
    { week: '2026-W02' },
    { week: '2026-W53' },
  ]);
});

test('visits and clicks that were recorded later count when they happened, and under the kampong', async () => {
  await append('2026-10-01T00:00:00.000Z', eventsOf(1).submitted({ kampong: 'Raja Muda' }));
  const [happened, recorded] = ['2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z'];
  await append(recorded, visit(1, happened));
  await append(recorded, click(1, happened, 'phone'));
  for (const name of ['views', 'actions'])
    expect(await rowsOf(name, { by: ['day', 'kampong'] }), name).toMatchObject([
      { day: '2026-11-01', kampong: 'Raja Muda' },
    ]);
});

test('views counts a visit under the category that the business had then', async () => {
  await appendVisits();
  await append('2026-11-04T00:00:00.000Z', eventsOf(1).edited({ businessInfo: 'Pasar' }));
  await append('2026-11-04T00:00:00.000Z', eventsOf(2).edited({ phone: '012-1' }));
  for (const number of [1, 2])
    await append('2026-11-05T00:00:00.000Z', visit(number, '2026-11-05T00:00:00.000Z'));
  expect(await rowsOf('views', { by: ['category'] })).toMatchObject([
    { category: 'Hotel & Penginapan', views: 2 },
    { category: 'Makanan & Minuman', views: 3 },
    { category: 'Pasar', views: 1 },
  ]);
});

test('a report by business has the name that the listing of an erased owner keeps, or that it is erased', async () => {
  for (const [number, remaining] of [
    [1, completeDetails(food)],
    [2, null],
  ] as const) {
    await append('2026-01-01T00:00:00.000Z', eventsOf(number).submitted(food));
    await append('2026-01-02T00:00:00.000Z', visit(number, '2026-01-02T00:00:00.000Z'));
    await append('2026-01-03T00:00:00.000Z', eventsOf(number).ownerErased(remaining));
  }
  await stores.log.ownerKeys.beginErasure('owner-1', 'keep');
  await stores.log.personalData.eraseKey('owner-1');
  expect(await rowsOf('busiest')).toMatchObject([
    { businessName: 'Warung', views: 1 },
    { businessName: 'Erased listing', views: 1 },
  ]);
});

test('busiest puts the most visited first, with rank and share', async () => {
  await appendVisits();
  for (const time of ['2026-11-04T02:00:00.000Z', '2026-11-05T02:00:00.000Z'])
    for (const isFirst of [true, false]) await append(time, visit(2, time, isFirst));
  expect(await rowsOf('busiest')).toMatchObject([
    { rank: 1, businessName: 'Hotel', views: 5, visitors: 3, share: 0.625 },
    { rank: 2, businessName: 'Warung', views: 3, visitors: 2, share: 0.375 },
  ]);
  await append('2026-11-06T02:00:00.000Z', visit(1, '2026-11-06T02:00:00.000Z'));
  expect(await rowsOf('busiest')).toMatchObject([{ share: 0.5556 }, { share: 0.4444 }]);
});

test('actions counts clicks by channel', async () => {
  await append('2026-10-01T00:00:00.000Z', eventsOf(1).submitted());
  for (const channel of ['phone', 'phone', 'website'] as const)
    await append('2026-11-01T00:00:00.000Z', click(1, '2026-11-01T00:00:00.000Z', channel));
  expect(await rowsOf('actions', { by: ['channel'] })).toEqual([
    { channel: 'phone', actions: 2 },
    { channel: 'website', actions: 1 },
  ]);
  const none = Object.fromEntries(linkChannels.map((channel) => [channel, 0]));
  expect(await rowsOf('actions', { by: ['month'] })).toEqual([
    { ...none, month: '2026-11', actions: 3, phone: 2, website: 1 },
  ]);
});

/** Three listings: one approved and edited, one rejected and sent again, one deleted. */
async function appendListings() {
  const [one, two, three] = [eventsOf(1), eventsOf(2), eventsOf(3)];
  await append('2026-01-01T00:00:00.000Z', one.submitted(food));
  await append('2026-01-01T02:00:00.000Z', one.approved, admin);
  await append('2026-01-05T00:00:00.000Z', two.submitted(stay));
  const reason = { code: 'photo', text: 'Too dark.' };
  await append('2026-01-05T00:10:00.000Z', two.rejected(reason), admin);
  await append('2026-02-01T00:00:00.000Z', two.edited({ phone: '012-1' }));
  await append('2026-02-10T00:00:00.000Z', three.imported(food));
  await append('2026-02-10T00:00:00.000Z', three.approved);
  await append('2026-03-01T00:00:00.000Z', one.edited({ synopsis: 'New' }));
  await append('2026-03-01T00:30:00.000Z', one.approved, admin);
  await append('2026-03-20T00:00:00.000Z', three.deleted);
}

test('listings counts what there was at the end of a day, by status', async () => {
  await appendListings();
  expect(await rowsOf('listings', { asOf: '2025-12-31' })).toEqual([
    { approved: 0, pending: 0, rejected: 0, total: 0 },
  ]);
  expect(await rowsOf('listings', { asOf: '2026-02-28', by: ['category'] })).toEqual([
    { category: 'Hotel & Penginapan', approved: 0, pending: 1, rejected: 0, total: 1 },
    { category: 'Makanan & Minuman', approved: 2, pending: 0, rejected: 0, total: 2 },
  ]);
  expect(await rowsOf('listings')).toEqual([{ approved: 1, pending: 1, rejected: 0, total: 2 }]);
  expect(await rowsOf('listings', { by: ['business'] })).toMatchObject([
    { businessId: businessIdOf(1), businessName: 'Warung', status: 'approved' },
    { businessId: businessIdOf(2), businessName: 'Hotel', status: 'pending' },
  ]);
});

test('listings has a row with what is known of each, or counts by two groupings', async () => {
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).imported(food));
  await append('2026-01-02T00:00:00.000Z', eventsOf(1).approved);
  await append('2026-01-03T00:00:00.000Z', eventsOf(1).edited({ kampong: null }));
  expect(await rowsOf('listings', { by: ['business'] })).toEqual([
    {
      businessId: businessIdOf(1),
      businessName: 'Warung',
      status: 'pending',
      category: 'Makanan & Minuman',
      subCategory: 'Warung',
      kampong: null,
      operatingHours: 'Pagi-Petang',
      yearStarted: 1998,
      submittedAt: '2026-01-01T00:00:00.000Z',
      changedAt: '2026-01-03T00:00:00.000Z',
      approvedAt: '2026-01-02T00:00:00.000Z',
      source: 'OpenStreetMap',
      demonstration: false,
    },
  ]);
  expect(await rowsOf('listings', { by: ['kampong', 'category'] })).toEqual([
    {
      kampong: null,
      category: 'Makanan & Minuman',
      approved: 0,
      pending: 1,
      rejected: 0,
      total: 1,
    },
  ]);
});

test('listings one by one are in the order of their ids, as of a day and without the demonstration', async () => {
  await append('2026-01-02T00:00:00.000Z', eventsOf(2).submitted(stay));
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).submitted(food));
  await append('2026-01-01T00:00:00.000Z', eventsOf(3).submitted(food), { demonstration: true });
  await append('2026-01-02T16:00:00.000Z', eventsOf(1).approved, admin);
  const names = async (question: Partial<ReportQuestion> = {}) =>
    (await rowsOf('listings', { by: ['business'], ...question })).map(
      ({ businessName, status }) => `${String(businessName)} ${String(status)}`,
    );
  expect(await names()).toEqual(['Warung approved', 'Hotel pending']);
  expect(await names({ asOf: '2026-01-02' })).toEqual(['Warung pending', 'Hotel pending']);
  expect(await names({ withDemonstration: true })).toHaveLength(3);
});

test('listings takes the whole beginning of a stream that a fast clock wrote to', async () => {
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).submitted(food));
  await append('2026-01-03T00:00:00.000Z', eventsOf(1).edited({ businessInfo: 'Pasar' }));
  await append('2026-01-02T00:00:00.000Z', eventsOf(1).approved);
  const report = await begin('listings', { asOf: '2026-01-02', by: ['category'] });
  const retention = await begin('retention', { asOf: '2026-01-02' });
  await append('2026-01-02T00:00:00.000Z', eventsOf(1).rejected(), admin);
  expect(await rowsIn(report)).toMatchObject([{ category: 'Pasar', approved: 1, total: 1 }]);
  expect(await rowsIn(retention)).toMatchObject([{ months: 0 }]);
});

test('without a moment listings counts all that the log holds, whatever its last event is', async () => {
  await append('2026-02-01T00:00:00.000Z', eventsOf(1).submitted());
  await append('2026-01-01T00:00:00.000Z', eventsOf(2).submitted());
  expect(await rowsOf('listings')).toMatchObject([{ total: 2 }]);
  expect(await rowsOf('retention')).toEqual([
    { months: 0, listings: 1, share: 0.5 },
    { months: 1, listings: 1, share: 0.5 },
  ]);
});

test('retention counts listings by whole months since their last edit, not their approval', async () => {
  await appendListings();
  await append('2026-03-31T00:00:00.000Z', eventsOf(2).approved);
  expect(await rowsOf('retention', { asOf: '2026-04-01' })).toEqual([
    { months: 1, listings: 1, share: 0.5 },
    { months: 2, listings: 1, share: 0.5 },
  ]);
});

test('retention counts a month once its last day is over, in the time zone', async () => {
  await append('2026-01-31T15:59:00.000Z', eventsOf(1).submitted());
  await append('2026-01-31T16:00:00.000Z', eventsOf(2).submitted());
  await append('2026-01-15T00:00:00.000Z', eventsOf(3).submitted());
  const months = async (asOf: string) =>
    (await rowsOf('retention', { asOf })).map(({ months, listings }) => [months, listings]);
  expect(await months('2026-02-28')).toEqual([
    [0, 2],
    [1, 1],
  ]);
  expect(await months('2026-03-01')).toEqual([[1, 3]]);
  expect(await months('2026-03-31')).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('listings and retention count no listing of an owner who was erased', async () => {
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).submitted(food));
  await append('2026-01-01T00:00:00.000Z', eventsOf(2).submitted(stay));
  await append('2026-01-02T00:00:00.000Z', eventsOf(2).ownerErased());
  expect(await rowsOf('listings', { by: ['category'] })).toMatchObject([
    { category: 'Makanan & Minuman', total: 1 },
  ]);
  expect(await rowsOf('retention')).toEqual([{ months: 0, listings: 1, share: 1 }]);
});

test('growth counts what happened, and how many were public after each month', async () => {
  await appendListings();
  const nothing = { rejected: 0, deleted: 0, restored: 0, erased: 0, imported: 0, edited: 0 };
  expect(await rowsOf('growth')).toEqual([
    {
      ...nothing,
      month: '2026-01',
      submitted: 2,
      approved: 1,
      rejected: 1,
      publicChange: 1,
      public: 1,
    },
    {
      ...nothing,
      month: '2026-02',
      submitted: 0,
      imported: 1,
      edited: 1,
      approved: 1,
      publicChange: 1,
      public: 2,
    },
    {
      ...nothing,
      month: '2026-03',
      submitted: 0,
      edited: 1,
      approved: 1,
      deleted: 1,
      publicChange: -1,
      public: 1,
    },
  ]);
  expect(await rowsOf('growth', { by: ['category'], from: '2026-03-01' })).toMatchObject([
    { category: 'Makanan & Minuman', approved: 1, publicChange: -1, public: 1 },
  ]);
});

test('growth by month and category counts on within each category', async () => {
  await appendListings();
  await append('2026-03-25T00:00:00.000Z', eventsOf(2).approved, admin);
  for (const by of [
    ['month', 'category'],
    ['category', 'month'],
  ]) {
    const rows = await rowsOf('growth', { by, from: '2026-02-01' });
    const publicIn = (wanted: string) =>
      rows.flatMap(({ month, category, public: count }) =>
        category === wanted ? [[month, count]] : [],
      );
    expect(publicIn(food.businessInfo)).toEqual([
      ['2026-02', 2],
      ['2026-03', 1],
    ]);
    expect(publicIn(stay.businessInfo)).toEqual([
      ['2026-02', 0],
      ['2026-03', 1],
    ]);
  }
});

test('growth counts a listing that was edited into another category as gone from its former one', async () => {
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).submitted(food));
  await append('2026-01-02T00:00:00.000Z', eventsOf(1).approved, admin);
  await append('2026-01-03T00:00:00.000Z', eventsOf(1).edited({ businessInfo: 'Pasar' }));
  await append('2026-01-04T00:00:00.000Z', eventsOf(1).approved, admin);
  expect(await rowsOf('growth', { by: ['category'] })).toMatchObject([
    { category: 'Makanan & Minuman', public: 0 },
    { category: 'Pasar', public: 1 },
  ]);
});

test('growth counts what became public on the first day once, and an erased owner’s listing that stays', async () => {
  await append('2026-02-01T00:00:00.000Z', eventsOf(1).submitted(food));
  await append('2026-02-28T16:00:00.000Z', eventsOf(1).approved, admin);
  await append('2026-03-02T00:00:00.000Z', eventsOf(1).ownerErased(completeDetails(food)));
  expect(await rowsOf('growth', { by: ['day'], from: '2026-03-01' })).toMatchObject([
    { day: '2026-03-01', approved: 1, publicChange: 1, public: 1 },
    { day: '2026-03-02', erased: 1, publicChange: 0, public: 1 },
  ]);
});

test('moderation counts decisions of admins with their waits, and neither imports nor withdrawn ones', async () => {
  await appendListings();
  expect(await rowsOf('moderation', { by: ['admin', 'reason'] })).toEqual([
    {
      adminId: 'admin-1',
      reason: 'photo',
      decisions: 1,
      approved: 0,
      rejected: 1,
      resubmitted: 1,
      waitMedian: 10,
      waitP90: 10,
    },
    {
      adminId: 'admin-1',
      reason: null,
      decisions: 2,
      approved: 2,
      rejected: 0,
      resubmitted: 0,
      waitMedian: 75,
      waitP90: 120,
    },
  ]);
  await append('2026-03-02T00:00:00.000Z', eventsOf(1).withdrawn('approved'), admin);
  expect(await rowsOf('moderation')).toMatchObject([
    { decisions: 2, waitMedian: 65, waitP90: 120 },
  ]);
  await append('2026-03-03T00:00:00.000Z', eventsOf(4).submitted());
  await append('2026-03-03T00:20:00.000Z', eventsOf(4).approved, admin);
  expect(await rowsOf('moderation')).toMatchObject([{ decisions: 3, waitMedian: 20 }]);
});

test('moderation counts a decision after a withdrawn one under its own admin and reason', async () => {
  const another = { actor: { id: 'admin-2', role: 'admin' } } as const;
  const reason = { code: 'photo', text: '' };
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).submitted());
  await append('2026-01-01T00:10:00.000Z', eventsOf(1).approved, admin);
  await append('2026-01-01T00:20:00.000Z', eventsOf(1).withdrawn('approved'), admin);
  await append('2026-01-01T00:30:00.000Z', eventsOf(1).rejected(reason), another);
  expect(await rowsOf('moderation', { by: ['admin', 'reason'] })).toMatchObject([
    { adminId: 'admin-2', reason: 'photo', approved: 0, rejected: 1 },
  ]);
});

test('moderation counts a decision under the category of then, and no wait below zero where clocks differ', async () => {
  const steps = [eventsOf(1).submitted(food), eventsOf(1).edited({ businessInfo: 'Pasar' })];
  for (const [index, step] of steps.entries()) {
    await append(`2026-01-0${index + 1}T00:00:00.000Z`, step);
    await append(`2026-01-0${index + 1}T00:10:00.000Z`, eventsOf(1).approved, admin);
  }
  await append('2026-01-03T00:00:00.000Z', eventsOf(2).submitted(stay));
  await append('2026-01-02T23:59:00.000Z', eventsOf(2).approved, admin);
  expect(await rowsOf('moderation', { by: ['category'] })).toMatchObject([
    { category: 'Hotel & Penginapan', approved: 1, waitMedian: 0 },
    { category: 'Makanan & Minuman', approved: 1, waitMedian: 10 },
    { category: 'Pasar', approved: 1, waitMedian: 10 },
  ]);
});

test.each([
  [[2, 10, 30], { waitMedian: 10, waitP90: 30 }],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { waitMedian: 6, waitP90: 9 }],
])(
  'moderation has the median of waits of any length, none without decisions: %j',
  async (waits, expected) => {
    for (const [number, minutes] of waits.entries()) {
      await append('2026-01-01T00:00:00.000Z', eventsOf(number).submitted());
      const time = `2026-01-01T00:${String(minutes).padStart(2, '0')}:00.000Z`;
      await append(time, eventsOf(number).approved, admin);
    }
    expect(await rowsOf('moderation')).toMatchObject([expected]);
    const none = { decisions: 0, waitMedian: null, waitP90: null };
    expect(await rowsOf('moderation', { from: '2030-01-01' })).toMatchObject([none]);
  },
);

test('moderation counts no restoration by an admin as a resubmission', async () => {
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).submitted());
  await append('2026-01-01T00:10:00.000Z', eventsOf(1).rejected(), admin);
  await append('2026-01-01T00:20:00.000Z', eventsOf(1).edited({ phone: '012-1' }), admin);
  expect(await rowsOf('moderation')).toMatchObject([{ rejected: 1, resubmitted: 0 }]);
});

test('moderation counts no wait since an import whose publication was undone', async () => {
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).imported());
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).approved);
  await append('2026-03-01T00:00:00.000Z', eventsOf(1).withdrawn('approved'), admin);
  await append('2026-03-01T00:05:00.000Z', eventsOf(1).approved, admin);
  expect(await rowsOf('moderation')).toMatchObject([{ decisions: 1, waitMedian: 5 }]);
});

test('reports of a listing that was made up leave it out unless it is asked for', async () => {
  const names = ['listings', 'growth', 'moderation', 'retention'];
  const report = (withDemonstration: boolean) =>
    Promise.all(names.map((name) => rowsOf(name, { withDemonstration })));
  const none = await report(false);
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).submitted(), { demonstration: true });
  await append('2026-01-02T00:00:00.000Z', eventsOf(1).approved, admin);
  expect(await report(false)).toEqual(none);
  for (const [index, rows] of (await report(true)).entries())
    expect(rows, names[index]).not.toEqual(none[index]);
});

test('events exports what is stored and decrypts nothing', async () => {
  await append('2026-01-01T00:00:00.000Z', eventsOf(1).submitted({ businessName: 'Warung Siti' }));
  await append('2026-01-02T00:00:00.000Z', eventsOf(1).approved, admin);
  const rows = await rowsOf('events');
  expect(rows).toMatchObject([
    { position: 1, revision: 0, type: 'BusinessSubmitted', time: '2026-01-01T00:00:00.000Z' },
    { position: 2, revision: 1, type: 'BusinessApproved', actorId: 'admin-1', actorRole: 'admin' },
  ]);
  expect(JSON.stringify(rows)).not.toContain('Siti');
  const [, stored] = await stores.log.stored.readAll({ after: startOfLog, limit: 2 });
  const parsed = (cell: Cell | undefined): unknown => JSON.parse(String(cell));
  expect(parsed(rows[1]?.['data'])).toEqual(stored?.data);
  expect(parsed(rows[1]?.['metadata'])).toEqual(stored?.metadata);
  expect(await rowsOf('events', { from: '2026-01-02' })).toHaveLength(1);
});

test('events covers the days of the time zone, both included, and what was made up only if asked for', async () => {
  await append('2026-01-01T15:59:59.999Z', eventsOf(1).submitted());
  await append('2026-01-01T16:00:00.000Z', eventsOf(1).approved, admin);
  await append('2026-01-02T15:59:59.999Z', visit(1, '2026-01-02T00:00:00.000Z'), {
    demonstration: true,
  });
  await append('2026-01-02T16:00:00.000Z', eventsOf(1).deleted);
  const day = { from: '2026-01-02', to: '2026-01-02' };
  const approved = { type: 'BusinessApproved', demonstration: false };
  expect(await rowsOf('events', day)).toMatchObject([approved]);
  expect(await rowsOf('events', { ...day, withDemonstration: true })).toMatchObject([
    approved,
    { type: 'BusinessViewed', demonstration: true },
  ]);
});

test.each(Object.keys(reports))(
  'the report %s counts nothing that came after it began',
  async (name) => {
    await appendListings();
    const time = '2026-03-25T00:00:00.000Z';
    const happen = async () => {
      await append(time, visit(1, time));
      await append(time, click(1, time, 'phone'));
      await append(time, eventsOf(2).rejected(), admin);
      await append(time, eventsOf(1).edited({ businessName: 'Another name' }));
      await append(time, eventsOf(4).submitted(food));
    };
    await append(time, visit(1, time));
    const before = await rowsOf(name);
    const report = await begin(name);
    await happen();
    expect(await rowsIn(report)).toEqual(before);
    expect(await rowsOf(name)).not.toEqual(before);
  },
);

test('a report says what it covers', async () => {
  await appendVisits();
  const { about } = await begin('views', { timeZone: 'UTC', from: '2026-11-01' });
  const first = '00000000000000000001';
  expect(about).toEqual({
    report: 'views',
    version: 1,
    by: [],
    timeZone: 'UTC',
    from: '2026-11-01',
    to: null,
    asOf: null,
    demonstration: false,
    firstPosition: first,
    lastPosition: await stores.log.head(),
  });
});

test('reports count every event of a log of many pages, also after pages with none of theirs', async () => {
  await generateLog(stores.log, { events: 2_400, businesses: 600 });
  const all = await stores.log.stored.readAll({ after: startOfLog, limit: 10_000 });
  const countOf = (wanted: string) => all.filter(({ type }) => type === wanted).length;
  expect(countOf('BusinessViewed')).toBeGreaterThan(500);
  expect(await rowsOf('views')).toMatchObject([{ views: countOf('BusinessViewed') }]);
  expect(await rowsOf('actions')).toMatchObject([{ actions: countOf('BusinessLinkClicked') }]);
  expect(await rowsOf('listings')).toMatchObject([{ total: countOf('BusinessSubmitted') }]);
});

test('a report of an empty log has no positions', async () => {
  const { about } = await runReport(stores.log, { name: 'listings', timeZone: 'UTC' });
  expect(about).toMatchObject({ firstPosition: null, lastPosition: null });
  expect(await rowsOf('listings')).toEqual([{ approved: 0, pending: 0, rejected: 0, total: 0 }]);
});

test.each([
  [
    { name: 'sales' },
    'There is no report "sales": choose from views, actions, listings, moderation, growth, busiest, retention, events.',
  ],
  [
    { name: 'growth', by: ['hour'] },
    'The report "growth" cannot be grouped by "hour", only by day, week, month, category, kampong.',
  ],
  [{ name: 'events', by: ['day'] }, 'The report "events" cannot be grouped.'],
  [{ name: 'views', by: ['day', 'day'] }, 'Choose at most 2 groupings, each once.'],
  [{ name: 'views', by: ['hour', 'day', 'week'] }, 'Choose at most 2 groupings, each once.'],
  [
    { name: 'listings', by: ['business', 'category'] },
    'Group the report "listings" by business alone, without a second grouping.',
  ],
  ...['from', 'to'].map((limit): [Partial<ReportQuestion> & { name: string }, string] => [
    { name: 'listings', [limit]: '2026-01-01' },
    'The report "listings" covers a moment: give as-of (asOf in the API) instead of from and to.',
  ]),
  [
    { name: 'views', asOf: '2026-01-01' },
    'The report "views" covers a period: give from and to instead of as-of.',
  ],
  [{ name: 'views', from: '2026-02-30' }, '"2026-02-30" is not a day: write it like 2026-11-21.'],
  [{ name: 'views', to: 'today' }, '"today" is not a day: write it like 2026-11-21.'],
  [{ name: 'listings', asOf: 'today' }, '"today" is not a day: write it like 2026-11-21.'],
  [
    { name: 'views', from: '2026-02-02', to: '2026-02-01' },
    'The first day of the period is after the last one.',
  ],
  [
    { name: 'views', timeZone: 'Mars' },
    'There is no time zone "Mars": give its IANA name, such as Asia/Kuala_Lumpur.',
  ],
])('%o is refused with one sentence', async (question, message) => {
  const asked = runReport(stores.log, { timeZone: 'UTC', ...question });
  await expect(asked).rejects.toThrow(new UnusableQuestion(message));
});

/** What each version of a report makes of the stored events of earlier releases, by each of its groupings. */
const digests = {
  'views 1': '6421ebdf4c068128',
  'actions 1': 'c4fc58a7b408fbff',
  'listings 1': 'd728b43eca0244fe',
  'moderation 3': '7a4a6d1189bdb19b',
  'growth 1': '727f658b50ff5434',
  'busiest 1': 'a2ff06f3f229e666',
  'retention 1': 'bd252e9b5f71d29c',
  'events 1': '96ca4fa086e06637',
};

test('a report that makes other rows of the same events has another version', async () => {
  for (const { stream, id, type, data, metadata } of goldenEvents())
    await stores.log.stored.append(stream, [{ id, type, data, metadata }], { expected: 'any' });
  const found: Record<string, string> = {};
  for (const [name, { version, by }] of Object.entries(reports)) {
    // The golden click is one of a demonstration.
    const rows = [await rowsOf(name, { withDemonstration: true })];
    for (const grouping of by)
      rows.push(await rowsOf(name, { by: [grouping], withDemonstration: true }));
    found[`${name} ${version}`] = digestOf(rows);
  }
  expect(found).toEqual(digests);
});
