import type { ApexOptions } from 'apexcharts';
import { ApexChart, chartLook, token, useIsDark } from './apex-chart.ts';

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

export function BarChart({ bars, unit, height, barWidth }: BarChartProps) {
  const isDark = useIsDark();
  return (
    <ApexChart
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
    ...chartLook(isDark),
    colors: [token('--chart')],
    plotOptions: {
      bar: { borderRadius: 2, ...(barWidth && { columnWidth: String(barWidth) }) },
    },
    fill: { opacity: 1 },
    xaxis: {
      categories: bars.map(({ label }) => label),
      tickPlacement: 'on',
      labels: { hideOverlappingLabels: false, rotate: -90 },
    },
    tooltip: { x: { formatter: (_, at?: Hovered) => bars[at?.dataPointIndex ?? 0]?.name ?? '' } },
  };
}
