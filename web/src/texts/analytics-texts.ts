import { count, number } from './count.ts';
import { openingTexts } from './opening-texts.ts';

const views = (amount: number) => count(amount, 'view', 'views');

export const analyticsTexts = {
  title: 'Business Analytics',
  none: 'No analytics data found.',
  views: 'Views',
  visitors: 'Visitors',
  actions: 'Actions',
  websiteClicks: 'Website clicks',
  socialMediaClicks: 'Social media clicks',
  showTable: 'Show as table',
  chartOf: (title: string) => `${title} chart`,

  allTime: 'All time',
  performance: 'Performance Overview',
  best: (name: string, amount: number) => `Most viewed: ${name} (${views(amount)}).`,
  busiest: 'Busiest Time of Day',
  busiestIs: (hour: string, amount: number) => `Busiest: ${hour} (${views(amount)}).`,
  quiet: 'No views yet.',
  business: 'Business',
  hour: 'Hour',

  period: 'Selected period',
  choosePeriod: 'Period',
  lastDays: (days: number) => `${days} days`,
  custom: 'Custom',
  from: 'From',
  to: 'To',
  show: 'Apply',
  chooseBusiness: 'Business',
  allBusinesses: 'All businesses',
  days: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  shown: (days: string, amount: number) => `${views(amount)}, ${days}`,
  comparedWith: (days: string) => `Compared with ${days}.`,
  notCompared: 'No earlier period to compare with.',
  countedFrom: (day: string) => `Counting began on ${day}.`,
  loading: 'Loading…',
  wrongDays: {
    missing: 'Enter a date.',
    order: 'The end date must not be before the start date.',
    future: 'Choose today or an earlier date.',
    length: 'Choose a period of at most 366 days.',
  },

  noEarlierData: 'no comparison yet',
  noChange: 'no change',
  more: (amount: number, percent: string) => `${number.format(amount)} more (+${percent})`,
  fewer: (amount: number, percent: string) => `${number.format(amount)} fewer (−${percent})`,
  aboutViews: 'How many times your pages were opened.',
  aboutVisitors:
    "Each person is counted once a day. We don't track people from day to day, so someone who visits on five days counts as five.",
  aboutActions: (rate: string) =>
    `Calls, messages, directions and link clicks: ${rate} per 100 visitors.`,
  aboutNoActions: 'Calls, messages, directions and link clicks.',

  trend: 'Daily views',
  trendIs: (day: string, most: number, daily: string) =>
    `Busiest day: ${day} (${views(most)}). Average: ${daily} a day.`,
  soFar: 'Today is not complete yet.',
  noViews: 'No views in this period.',
  noViewsHint: 'Share your business page or choose a longer period.',
  currentPeriod: 'Views',
  previousPeriod: 'Views in the previous period',
  day: 'Day',
  milestones: 'Events',
  milestone: { edited: 'edited', approved: 'approved', hidden: 'hidden', restored: 'restored' },
  milestonesHint: 'Select one business to mark when it was edited, approved, hidden or restored.',

  channelsTitle: 'Visitor actions',
  channelsIs: (channel: string, amount: number) =>
    `Most used: ${channel} (${number.format(amount)}).`,
  noActions: 'No calls, messages or clicks in this period.',
  channel: 'Channel',
  rate: 'Action rate',
  rateHint: 'Action rate = actions ÷ visitors.',
  change: 'Change',
  channels: {
    phone: 'Phone',
    whatsapp: 'WhatsApp',
    website: 'Website',
    directions: 'Directions',
    onlineOrder: 'Online order',
    facebook: 'Facebook',
    instagram: 'Instagram',
    tiktok: 'TikTok',
    youtube: 'YouTube',
  },

  week: 'Views by day and hour',
  weekIs: (weekday: string, hour: number, amount: number, timeZone: string) =>
    `Busiest: ${weekday}s at ${hour}:00 (${views(amount)}), ${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time.`,
  weekTable: 'Views by weekday and hour',
  weekday: 'Day of the week',
  weekdays: Object.values(openingTexts.days),
  fewerViews: 'fewer',
  moreViews: 'more',
};
