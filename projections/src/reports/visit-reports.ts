import { linkChannels, type LinkChannel } from '@directory/domain';
import { reportChoices, type Grouping } from '@directory/domain/report-choices';
import type { EventFields } from '@directory/domain/event-store';
import { textOf } from '@directory/domain/shared/unknown';
import { groupColumns, groupsOf, namedGroups, type Attributes, type Groups } from './groups.ts';
import {
  businessOf,
  describingTypes,
  describe,
  isDemonstration,
  type Described,
} from './listing-state.ts';
import { shareOf } from './listing-reports.ts';
import { readFieldPages, type ReportSource } from './read-events.ts';
import type { Column, Report, ReportRequest, Row } from './report.ts';

type Visits = { views: number; visitors: number };
const viewColumns: readonly Column[] = [
  { name: 'views', type: 'integer' },
  { name: 'visitors', type: 'integer' },
];

export const views: Report = {
  version: 1,
  description: 'visits to listings, and visitors, each counted once a day for a business',
  ...reportChoices.views,
  columns: (by) => [...groupColumns(by), ...viewColumns],
  async *rows(source, request) {
    const groups = await countViews(source, request);
    const named = await namedGroups(groups, request.by, source);
    yield named.map(([group, { views, visitors }]) => [...group, views, visitors]);
  },
};

/** The same as `views`, the most visited first. */
export const busiest: Report = {
  version: 1,
  description: 'where or when most visits were, with rank and share',
  ...reportChoices.busiest,
  columns: (by) => [
    { name: 'rank', type: 'integer' },
    ...groupColumns(by),
    ...viewColumns,
    { name: 'share', type: 'number' },
  ],
  async *rows(source, request) {
    const groups = await namedGroups(await countViews(source, request), request.by, source);
    const total = groups.reduce((sum, [, { views }]) => sum + views, 0);
    // Sorting keeps the order of equal ones.
    const ranked = groups.toSorted(([, one], [, other]) => other.views - one.views);
    yield ranked.map(([group, { views, visitors }], index) => {
      return [index + 1, ...group, views, visitors, shareOf(views, total)];
    });
  },
};

type Clicks = { actions: number; readonly channels: Map<unknown, number> };

export const actions: Report = {
  version: 1,
  description: 'clicks that lead to a business, by channel',
  ...reportChoices.actions,
  columns: (by) => [
    ...groupColumns(by),
    { name: 'actions', type: 'integer' },
    ...channelsBeside(by).map((name): Column => ({ name, type: 'integer' })),
  ],
  async *rows(source, request) {
    const { by } = request;
    const groups = groupsOf<Clicks>(by, request, () => ({ actions: 0, channels: new Map() }));
    await countTraffic(source, request, 'BusinessLinkClicked', (event, attributes) => {
      const channel = event.data('channel');
      const clicks = groups.at(textOf(event.data('clickedAt')), {
        ...attributes,
        channel: textOf(channel),
      });
      if (!clicks) return;
      clicks.actions += 1;
      clicks.channels.set(channel, (clicks.channels.get(channel) ?? 0) + 1);
    });
    const channels = channelsBeside(by);
    const named = await namedGroups(groups, by, source);
    yield named.map(([group, clicks]): Row => [
      ...group,
      clicks.actions,
      ...channels.map((channel) => clicks.channels.get(channel) ?? 0),
    ]);
  },
};

function channelsBeside(by: readonly Grouping[]): readonly LinkChannel[] {
  return by.includes('channel') ? [] : linkChannels;
}

async function countViews(source: ReportSource, request: ReportRequest): Promise<Groups<Visits>> {
  const groups = groupsOf<Visits>(request.by, request, () => ({ views: 0, visitors: 0 }));
  await countTraffic(source, request, 'BusinessViewed', (event, attributes) => {
    const visits = groups.at(textOf(event.data('viewedAt')), attributes);
    if (!visits) return;
    visits.views += 1;
    if (event.data('firstToday') === true) visits.visitors += 1;
  });
  return groups;
}

/** Calls `count` for each event of a type, with what its business was when it was recorded. */
async function countTraffic(
  source: ReportSource,
  { by, withDemonstration }: ReportRequest,
  type: 'BusinessViewed' | 'BusinessLinkClicked',
  count: (event: EventFields, attributes: Attributes) => void,
): Promise<void> {
  const needsBusiness = by.includes('business');
  const needsPlaces = by.includes('category') || by.includes('kampong');
  const places = new Map<string, Described>();
  const types = needsPlaces ? [type, ...describingTypes] : [type];
  for await (const page of readFieldPages(source, types))
    for (const event of page) {
      if (event.type !== type) {
        const place = places.get(businessOf(event)) ?? { category: null, kampong: null };
        describe(place, event);
        places.set(businessOf(event), place);
        continue;
      }
      if (!withDemonstration && isDemonstration(event)) continue;
      count(event, attributesOf(event, needsBusiness, needsPlaces ? places : null));
    }
}

const nothing: Attributes = {};

function attributesOf(
  event: EventFields,
  needsBusiness: boolean,
  places: ReadonlyMap<string, Described> | null,
): Attributes {
  if (!needsBusiness && !places) return nothing;
  const business = businessOf(event);
  const { category = null, kampong = null } = places?.get(business) ?? {};
  return { business, category, kampong };
}
