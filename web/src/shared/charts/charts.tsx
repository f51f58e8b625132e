import type { ApexOptions } from 'apexcharts';
import { memo } from 'react';
import * as library from 'react-apexcharts';
import { analyticsTexts as texts } from '../../texts/analytics-texts.ts';
import { useMedia } from '../ui/viewport.ts';

export type Bar = { readonly name: string; readonly value: number };

const darkScheme = '(prefers-color-scheme: dark)';

type BarChartProps = {
  readonly bars: readonly Bar[];
  /** Name of the values, such as "Views". */
  readonly unit: string;
  /** In pixels. */
  readonly height: number;
  /** Names are cut to so many characters and an ellipsis, except in the tooltip. */
  readonly maxLabelLength?: number;
  /** In pixels; chosen by the library if not given. */
  readonly barWidth?: number;
};

/** Compares props by value, as the library draws a chart again at every render, even with the same values. */
function hasEqualProps(before: object, after: object): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

export const BarChart = memo(function BarChart(props: BarChartProps) {
  const { bars, unit, height } = props;
  const isDark = useMedia(darkScheme);
  return (
    <ApexChart
      key={String(isDark)}
      type="bar"
      height={height}
      series={[{ name: unit, data: bars.map(({ value }) => value) }]}
      options={barOptions(props, isDark)}
    />
  );
}, hasEqualProps);

type Hovered = { readonly dataPointIndex?: number };

/** ApexCharts writes the title of a tooltip as HTML. */
function asHtml(text = ''): string {
  const element = document.createElement('p');
  element.textContent = text;
  return element.innerHTML;
}

export function barOptions(
  { bars, barWidth, maxLabelLength = 10 }: Omit<BarChartProps, 'unit' | 'height'>,
  isDark: boolean,
): ApexOptions {
  return {
    ...chartLook(isDark),
    colors: [token('--chart')],
    plotOptions: {
      bar: { borderRadius: 2, ...(barWidth && { columnWidth: String(barWidth) }) },
    },
    fill: { opacity: 1 },
    xaxis: {
      categories: bars.map(({ name }) => shortened(name, maxLabelLength)),
      labels: { hideOverlappingLabels: false, rotate: -90 },
    },
    tooltip: { x: { formatter: (_, at?: Hovered) => asHtml(bars[at?.dataPointIndex ?? 0]?.name) } },
  };
}

function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text;
}

type TrendChartProps = {
  /** `views` is null before counting began. */
  readonly days: readonly {
    readonly date: string;
    readonly label: string;
    readonly views: number | null;
    /** Events of the business on that day, or empty. */
    readonly happened: string;
  }[];
  /** The views of the previous period; empty if there is none. */
  readonly before: readonly number[];
  /** Whether the last day is not complete yet; its line is dashed. */
  readonly isRunning: boolean;
  /** In pixels. */
  readonly height: number;
};

export const TrendChart = memo(function TrendChart(props: TrendChartProps) {
  const { days, before, isRunning, height } = props;
  const isDark = useMedia(darkScheme);
  const views = days.map((day) => day.views);
  const now = { name: texts.currentPeriod, data: pointsOf(days, views) };
  const earlier = { name: texts.previousPeriod, data: pointsOf(days, before) };
  return (
    <ApexChart
      key={String(isDark)}
      type="line"
      height={height}
      series={before.length > 0 ? [now, earlier] : [now]}
      options={trendOptions(days, isRunning, isDark)}
    />
  );
}, hasEqualProps);

function pointsOf(days: TrendChartProps['days'], values: readonly Value[]): [number, Value][] {
  return values.map((value, day) => [Date.parse(days[day]?.date ?? ''), value]);
}

type Value = number | null;

function trendOptions(
  days: TrendChartProps['days'],
  isRunning: boolean,
  isDark: boolean,
): ApexOptions {
  return {
    ...chartLook(isDark),
    colors: [token('--link'), token('--chart')],
    stroke: { width: [3, 2.5], dashArray: [0, 5], curve: 'straight' },
    forecastDataPoints: { count: isRunning ? 1 : 0, dashArray: 3 },
    markers: { size: dotSize(days), strokeWidth: 0, hover: { size: 6 } },
    annotations: { xaxis: days.filter(({ happened }) => happened !== '').map(mark) },
    xaxis: {
      type: 'datetime',
      labels: { datetimeFormatter: { month: 'dd MMM', day: 'dd MMM', hour: 'dd MMM' } },
      tooltip: { enabled: false },
    },
    tooltip: {
      x: { formatter: (_, at?: Hovered) => asHtml(days[at?.dataPointIndex ?? 0]?.label) },
    },
  };
}

function mark({ date, happened }: TrendChartProps['days'][number]) {
  const look = { background: token('--paper-raised'), color: token('--ink'), fontSize: '12px' };
  return {
    x: Date.parse(date),
    borderColor: token('--ink-soft'),
    strokeDashArray: 3,
    label: { text: happened, borderWidth: 0, style: look },
  };
}

const maxDots = 31;

/** In pixels. A single day has no line, so it needs a large dot; dots of up to a month do not overlap. */
function dotSize(days: TrendChartProps['days']): number {
  const counted = days.filter(({ views }) => views !== null).length;
  if (counted === 1) return 6;
  return counted <= maxDots ? 3.5 : 0;
}

// A CommonJS module, which the bundler may wrap in another default export.
type ChartComponent = typeof library.default;
const given: ChartComponent & { readonly default?: ChartComponent } = library.default;

const ApexChart = given.default ?? given;

/** Options of all charts, in the colours of the page and without animation. */
function chartLook(isDark: boolean): ApexOptions {
  return {
    chart: {
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: false },
      background: 'transparent',
      fontFamily: token('--sans'),
      foreColor: token('--ink-soft'),
      events: { mounted: makeScalable, updated: makeScalable },
    },
    theme: { mode: isDark ? 'dark' : 'light' },
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    dataLabels: { enabled: false },
    grid: { borderColor: token('--line') },
    yaxis: { min: 0, forceNiceScale: true, decimalsInFloat: 0 },
    legend: { show: false },
  };
}

/** Lets a chart shrink on paper that is narrower than the window in which it was drawn. */
function makeScalable({ el }: { readonly el: Element }): void {
  const svg = el.querySelector('svg');
  const sizes = ['width', 'height'].map((name) => svg?.getAttribute(name) ?? '');
  svg?.setAttribute('viewBox', ['0 0', ...sizes].join(' '));
}

/** Resolves a CSS custom property, as the library needs plain colours. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
