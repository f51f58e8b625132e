import type { VisitsResponse } from '@directory/api/contracts';
import type { CSSProperties } from 'react';
import { number } from '../../../../texts/count.ts';
import { ScrollRegion } from '../../../../shared/ui/scroll-region.tsx';
import { analyticsTexts as texts } from '../../../../texts/analytics-texts.ts';
import ui from '../../../../shared/ui/ui.module.css';
import styles from './analytics.module.css';
import { changeText, rateText } from './figures.ts';

type Totals = VisitsResponse['totals'];
type Channel = keyof Totals['channels'];

const all = [
  'phone',
  'whatsapp',
  'website',
  'directions',
  'onlineOrder',
  'facebook',
  'instagram',
  'tiktok',
  'youtube',
] as const satisfies readonly Channel[];

/** A table of actions by channel; its bars repeat the numbers. */
export function ChannelsSection({ visits }: { readonly visits: VisitsResponse }) {
  const { totals, previous } = visits;
  const used = channelsOf(totals);
  const [best] = used;
  const most = best ? totals.channels[best] : 0;
  const columns = [texts.channel, texts.actions, texts.rate, ...(previous ? [texts.change] : [])];
  if (totals.views === 0 && totals.actions === 0) return null;
  return (
    <section className={`${ui.panel} ${styles.section}`}>
      <h3>{texts.channelsTitle}</h3>
      <p>
        {best && most > 0 ? texts.channelsIs(texts.channels[best], most) : texts.noActions}{' '}
        {texts.rateHint}
      </p>
      <ScrollRegion className={`${ui.scrollFade} ${styles.scroller}`} label={texts.channelsTitle}>
        <table className={`${ui.table} ${styles.channels}`}>
          <caption className={ui.hidden}>{texts.channelsTitle}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={ui.small}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {used.map((channel) => (
              <tr key={channel}>
                <th scope="row">{texts.channels[channel]}</th>
                <td className={styles.bar} style={barOf(totals.channels[channel], most)}>
                  {number.format(totals.channels[channel])}
                </td>
                <td>{rateText(totals.channels[channel], totals.visitors)}</td>
                {previous && (
                  <td className={ui.small}>
                    {changeText(totals.channels[channel], previous.totals.channels[channel])}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

/** Most used first. */
function channelsOf({ channels }: Totals): readonly Channel[] {
  return all.toSorted((a, b) => channels[b] - channels[a]);
}

function barOf(actions: number, most: number): CSSProperties {
  return { backgroundSize: `${most > 0 ? (actions / most) * 100 : 0}% 0.25rem` };
}
