import type { ApexOptions } from 'apexcharts';
import * as library from 'react-apexcharts';
import { useSyncExternalStore } from 'react';

export type Bar = { readonly label: string; readonly name: string; readonly value: number };

export type BarChartProps = {
  readonly bars: readonly Bar[];
  /** Of the values, such as "Views". */
  readonly unit: string;
  /** In pixels. */
  readonly height: number;
  /** In pixels; the chart decides where it is not given. */
  readonly barWidth?: number;
};

// A module of the old kind, which the bundler hands over inside of another one.
type ChartComponent = typeof library.default;
const given: ChartComponent & { readonly default?: ChartComponent } = library.default;
const Chart = given.default ?? given;

/** In a module of its own: the library is heavier than all the rest together. */
export function BarChart({ bars, unit, height, barWidth }: BarChartProps) {
  const isDark = useSyncExternalStore(watchScheme, readScheme);
  return (
    <Chart
      key={String(isDark)}
      type="bar"
      height={height}
      series={[{ name: unit, data: bars.map(({ value }) => value) }]}
      options={optionsFor(bars, isDark, barWidth)}
    />
  );
}

type Hovered = { readonly dataPointIndex?: number };

function optionsFor(bars: readonly Bar[], isDark: boolean, barWidth?: number): ApexOptions {
  return {
    chart: {
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: false },
      background: 'transparent',
      fontFamily: token('--sans'),
      foreColor: token('--ink-soft'),
    },
    theme: { mode: isDark ? 'dark' : 'light' },
    colors: [token('--gold')],
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    plotOptions: {
      bar: { borderRadius: 2, ...(barWidth && { columnWidth: String(barWidth) }) },
    },
    fill: { opacity: 1 },
    dataLabels: { enabled: false },
    grid: { borderColor: token('--line') },
    xaxis: {
      categories: bars.map(({ label }) => label),
      tickPlacement: 'on',
      labels: { hideOverlappingLabels: false },
    },
    yaxis: { min: 0, forceNiceScale: true, decimalsInFloat: 0 },
    tooltip: { x: { formatter: (_, at?: Hovered) => bars[at?.dataPointIndex ?? 0]?.name ?? '' } },
  };
}

/** The colours of the page: the chart writes them where no custom property is understood. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const darkScheme = '(prefers-color-scheme: dark)';

function readScheme(): boolean {
  return window.matchMedia(darkScheme).matches;
}

function watchScheme(onChange: () => void): () => void {
  const query = window.matchMedia(darkScheme);
  query.addEventListener('change', onChange);
  return () => {
    query.removeEventListener('change', onChange);
  };
}
