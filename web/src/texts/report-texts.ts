import type { Grouping, ReportName } from '@directory/api/contracts';
import { openingTexts } from './opening-texts.ts';

export const reportTexts = {
  lastPeriod: { 1: 'Last month', 3: 'Last quarter', 12: 'Last year' },
  running: 'Reading the event log…',
  weekdays: Object.values(openingTexts.days),
  names: {
    views: 'Visits',
    actions: 'Clicks on contacts and links',
    listings: 'Listings as of a date',
    moderation: 'Reviews and decisions',
    growth: 'Growth of the directory',
    busiest: 'Busiest places and times',
    retention: 'Time since the last edit',
  } satisfies Record<ReportName, string>,
  answers: {
    views: 'How often the pages of businesses were opened, and by how many visitors.',
    actions: 'How often visitors called, wrote, asked for directions or followed a link.',
    listings: 'How many businesses there were on a day, by status.',
    moderation: 'What was approved and rejected, and how long businesses waited.',
    growth: 'What was added and removed, and how many businesses were public afterwards.',
    busiest: 'Which businesses, hours or categories had the most views.',
    retention: 'How many months ago businesses were last edited.',
  } satisfies Record<ReportName, string>,
  groupings: {
    hour: 'Hour',
    weekday: 'Weekday',
    day: 'Day',
    week: 'Week',
    month: 'Month',
    category: 'Category',
    kampong: 'Kampong',
    business: 'Business',
    channel: 'Channel',
    admin: 'Administrator',
    reason: 'Reason',
  } satisfies Record<Grouping, string>,
};

const columns: Readonly<Record<string, string>> = {
  businessId: 'Business ID',
  businessName: 'Business',
  adminId: 'Account',
  adminName: 'Administrator',
  publicChange: 'Change in public places',
  public: 'Public places',
  waitMedian: 'Median wait (minutes)',
  waitP90: '90% waited at most (minutes)',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  whatsapp: 'WhatsApp',
};

/** Such as "Year started" for `yearStarted`. */
export function columnLabel(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return columns[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
