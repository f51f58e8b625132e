import { channelNames } from '@directory/domain/traffic';
import { count } from './count.ts';
import { openingTexts } from './opening-texts.ts';

export const viewsText = (amount: number) => count(amount, 'view', 'views');

/** The busiest hour, and how many others had as many views; `all` are the views of each hour. */
export function busiestText(hour: string, views: number, all: readonly number[]): string {
  const equal = all.filter((each) => each === views).length - 1;
  if (equal === 0) return `Busiest: ${hour} (${viewsText(views)})`;
  const others = count(equal, 'other hour', 'other hours');
  return `Busiest: ${hour} and ${others} (${viewsText(views)} each)`;
}

export const analyticsTexts = {
  views: 'Views',
  visitors: 'Visitors',
  actions: 'Actions',
  websiteClicks: 'Website clicks',
  socialMediaClicks: 'Social media clicks',
  quiet: 'No views yet.',
  soFar: 'Today is not complete yet.',
  currentPeriod: 'Views',
  previousPeriod: 'Views in the previous period',
  channelsTitle: 'Visitor actions',
  channels: channelNames,
  weekTable: 'Views by weekday and hour',
  weekdays: Object.values(openingTexts.days),
};
