import type { ApexOptions } from 'apexcharts';
import { ApexChart, chartLook, token, useIsDark } from './apex-chart.ts';

export type TrendChartProps = {
  /** One for each day; null before the first that was counted. */
  readonly days: readonly {
    readonly date: string;
    readonly label: string;
    readonly views: number | null;
    /** What became of the business on that day; empty on most. */
    readonly happened: string;
  }[];
  /** The views of as many days before; empty where there is nothing to compare with. */
  readonly before: readonly number[];
  readonly texts: { readonly now: string; readonly before: string };
  /** In pixels. */
  readonly height: number;
};

export function TrendChart({ days, before, texts, height }: TrendChartProps) {
  const isDark = useIsDark();
  const now = {
    name: texts.now,
    data: pointsOf(
      days,
      days.map(({ views }) => views),
    ),
  };
  const earlier = { name: texts.before, data: pointsOf(days, before) };
  return (
    <ApexChart
      key={String(isDark)}
      type="line"
      height={height}
      series={before.length > 0 ? [now, earlier] : [now]}
      options={optionsFor(days, isDark)}
    />
  );
}

function pointsOf(days: TrendChartProps['days'], values: readonly Value[]): [number, Value][] {
  return values.map((value, day) => [Date.parse(days[day]?.date ?? ''), value]);
}

type XAxisAnnotations = NonNullable<NonNullable<ApexOptions['annotations']>['xaxis']>[number];
type Value = number | null;
type Hovered = { readonly dataPointIndex?: number };

function optionsFor(days: TrendChartProps['days'], isDark: boolean): ApexOptions {
  return {
    ...chartLook(isDark),
    colors: [token('--link'), token('--chart')],
    stroke: { width: [3, 2.5], dashArray: [0, 5], curve: 'straight' },
    markers: { size: dotSize(days), strokeWidth: 0, hover: { size: 6 } },
    annotations: { xaxis: days.filter(({ happened }) => happened !== '').map(mark) },
    xaxis: {
      type: 'datetime',
      labels: { datetimeFormatter: { month: 'd MMM', day: 'd MMM', hour: 'd MMM' } },
      tooltip: { enabled: false },
    },
    tooltip: { x: { formatter: (_, at?: Hovered) => days[at?.dataPointIndex ?? 0]?.label ?? '' } },
  };
}

function mark({ date, happened }: TrendChartProps['days'][number]): XAxisAnnotations {
  const look = { background: token('--paper-raised'), color: token('--ink'), fontSize: '12px' };
  return {
    x: Date.parse(date),
    borderColor: token('--ink-soft'),
    strokeDashArray: 3,
    label: { text: happened, borderWidth: 0, style: look },
  };
}

const maxDots = 31;

/** In pixels. A single day is no line and would not be seen; those of a month can be told apart. */
function dotSize(days: TrendChartProps['days']): number {
  const counted = days.filter(({ views }) => views !== null).length;
  if (counted === 1) return 6;
  return counted <= maxDots ? 3.5 : 0;
}
