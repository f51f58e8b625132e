import type { LinkChannel } from '@directory/domain';
import type { DailyVisits } from '@directory/projections';
import { daysOf, type Period } from './calendar-days.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { actionsOf } from './owner-visits.ts';

type Named = { readonly id: string; readonly businessName: string };
export type VisitsOfBusiness = Named & { readonly days: readonly DailyVisits[] };

const channelNames: Readonly<Record<LinkChannel, string>> = {
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  website: 'Website',
  directions: 'Directions',
  onlineOrder: 'Online order',
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
};

/** RFC 4180: a line for each business and day, also those without a visit. One piece of text for each day. */
export function* visitsCsv(businesses: readonly VisitsOfBusiness[], period: Period) {
  const columns = ['Date', 'Business', 'Views', 'Visitors', 'Actions'];
  yield byteOrderMark + csvLine([...columns, ...Object.values(channelNames)]);
  const known = businesses.map(({ businessName, days }) => ({
    businessName,
    byDate: new Map(days.map((day) => [day.date, day])),
  }));
  for (const date of daysOf(period))
    yield known
      .map(({ businessName, byDate }) =>
        csvLine([date, businessName, ...figures(byDate.get(date))]),
      )
      .join('');
}

function figures(day: DailyVisits | undefined): readonly number[] {
  const { views = 0, visitors = 0, clicks = {} } = day ?? {};
  const byChannel = new Map(Object.entries(clicks));
  const channels = Object.keys(channelNames).map((channel) => byChannel.get(channel) ?? 0);
  return [views, visitors, day ? actionsOf(day) : 0, ...channels];
}
