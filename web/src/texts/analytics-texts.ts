import { count, number } from './count.ts';
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
  best: (name: string, amount: number) => `Most viewed: ${name}, with ${views(amount)}.`,
  busiest: 'Busiest Time of Day',
  busiestIs: (hour: string, amount: number) => `Busiest at ${hour}, with ${views(amount)}.`,
  quiet: 'No views yet.',
  business: 'Business',
  hour: 'Hour',

  period: 'Date range',
  choosePeriod: 'Period',
  lastDays: (days: number) => `${days} days`,
  custom: 'Custom range',
  from: 'Start date',
  to: 'End date',
  show: 'Apply',
  chooseBusiness: 'Business',
  allBusinesses: 'All businesses',
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  shown: (days: string, amount: number) => `${days}: ${views(amount)}.`,
  comparedWith: (days: string) => `Compared with ${days}.`,
  notCompared: 'No earlier data to compare with.',
  countedFrom: (day: string) => `No data before ${day}.`,
  loading: 'Loading…',
  wrongDays: {
    missing: 'Enter a date.',
    order: 'The end date must not be before the start date.',
    future: 'Choose a date no later than today.',
    length: 'Choose a range of at most 366 days.',
  },

  noEarlierData: 'no earlier data',
  noChange: 'no change',
  more: (amount: number, percent: string) => `${number.format(amount)} more (+${percent})`,
  fewer: (amount: number, percent: string) => `${number.format(amount)} fewer (−${percent})`,
  aboutViews: 'How often your pages were viewed.',
  aboutVisitors: 'Visitors are counted per day and not tracked across days.',
  aboutActions: (rate: string) => `Calls, messages, directions and links: ${rate} of visitors.`,
  aboutNoActions: 'Calls, messages, directions and links.',

  trend: 'Daily views',
  trendIs: (day: string, most: number, daily: string) =>
    `Busiest day: ${day}, with ${views(most)}; ${daily} a day on average.`,
  soFar: 'Today is not complete yet.',
  noViews: 'No views in this period.',
  noViewsHint: 'Share your business page or choose a longer period.',
  currentPeriod: 'Views',
  previousPeriod: 'Views in the previous period',
  day: 'Day',
  milestones: 'Events',
  milestone: { edited: 'edited', approved: 'approved', hidden: 'hidden' },
  milestonesHint: 'Choose one business to see when it was edited, approved or hidden.',

  channelsTitle: 'Visitor actions',
  channelsIs: (channel: string, amount: number) =>
    `Most used: ${channel}, with ${count(amount, 'action', 'actions')}.`,
  noActions: 'No calls, messages or link clicks in this period.',
  channel: 'Channel',
  rate: 'Action rate',
  rateHint: 'The action rate is actions per visitor.',
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

  week: 'Views by hour of the week',
  weekIs: (weekday: string, hour: number, amount: number) =>
    `Busiest on ${weekday}s at ${hour}:00, with ${views(amount)}.`,
  weekTable: 'Views by weekday and hour',
  weekday: 'Day of the week',
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  zone: (timeZone: string) =>
    `All times are in ${timeZone.split('/').at(-1)?.replaceAll('_', ' ')}.`,
  fewerViews: 'fewer',
  moreViews: 'more',

  download: 'Download CSV',
  downloadFailed: "Couldn't create the file. Please try again.",
};

export type AnalyticsTexts = typeof analyticsTexts;
