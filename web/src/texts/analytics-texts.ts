import { count, number } from '../shared/texts/count.ts';
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
  chartOf: (title: string) => `${title}: the chart`,

  allTime: 'Since the beginning',
  performance: 'Performance Overview',
  best: (name: string, amount: number) => `Most looked at: ${name}, with ${views(amount)}.`,
  busiest: 'Busiest Time of Day',
  busiestIs: (hour: string, amount: number) => `Busiest at ${hour}, with ${views(amount)}.`,
  quiet: 'No views yet.',
  business: 'Business',
  hour: 'Hour',

  period: 'Over a period',
  choosePeriod: 'Period',
  lastDays: (days: number) => `${days} days`,
  custom: 'Other days',
  from: 'First day',
  to: 'Last day',
  show: 'Show these days',
  chooseBusiness: 'Business',
  allBusinesses: 'All businesses',
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  shown: (days: string, amount: number) => `${days}: ${views(amount)}.`,
  comparedWith: (days: string) => `Compared with ${days}.`,
  notCompared: 'There is no earlier data to compare with.',
  countedFrom: (day: string) => `Nothing was counted before ${day}.`,
  loading: 'Loading…',
  wrongDays: {
    missing: 'Enter a day.',
    order: 'Choose a last day that is not before the first.',
    future: 'Choose a day that is not after today.',
    length: 'Choose at most 366 days.',
  },

  noEarlierData: 'no earlier data',
  noChange: 'as many as before',
  more: (amount: number, percent: string) => `${number.format(amount)} more (+${percent})`,
  fewer: (amount: number, percent: string) => `${number.format(amount)} fewer (−${percent})`,
  aboutViews: 'How often your pages were opened.',
  aboutVisitors:
    'Each person counts once a day. Nobody is followed over midnight: who comes on five days counts as five.',
  aboutActions: (rate: string) => `Calls, messages, routes and links: ${rate} of the visitors.`,
  aboutNoActions: 'Calls, messages, routes and links.',

  trend: 'Day by day',
  trendIs: (day: string, most: number, daily: string) =>
    `Most on ${day}, with ${views(most)}; ${daily} a day on the average.`,
  soFar: 'Today is not over yet.',
  noViews: 'Nobody has looked in these days.',
  noViewsHint: 'Share the page of your business, or choose a longer period.',
  thesePeriod: 'Views',
  beforePeriod: 'Views in the period before',
  day: 'Day',
  milestones: 'Your business',
  milestone: { edited: 'edited', approved: 'approved', hidden: 'hidden' },
  milestonesHint: 'Choose one business to see here when it was edited, approved or hidden.',

  channelsTitle: 'What visitors did',
  channelsIs: (channel: string, amount: number) =>
    `Most used: ${channel}, with ${count(amount, 'action', 'actions')}.`,
  noActions: 'Nobody has called, written or followed a link in these days.',
  channel: 'Way',
  rate: 'Action rate',
  rateHint: 'The action rate is actions for each visitor.',
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

  week: 'Hours of the week',
  weekIs: (weekday: string, hour: number, amount: number) =>
    `Busiest on ${weekday}s at ${hour}:00, with ${views(amount)}.`,
  weekTable: 'Views by weekday and hour',
  weekday: 'Day of the week',
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  zone: (timeZone: string) => `Hours of ${timeZone.split('/').at(-1)?.replaceAll('_', ' ')}.`,
  fewerViews: 'fewer',
  moreViews: 'more',

  download: 'Download as CSV',
  downloadFailed: 'The file could not be made just now. Please try again.',
};

export type AnalyticsTexts = typeof analyticsTexts;
