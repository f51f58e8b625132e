import type { ApexOptions } from 'apexcharts';
import * as library from 'react-apexcharts';
import { useSyncExternalStore } from 'react';

// A module of the old kind, which the bundler hands over inside of another one.
type ChartComponent = typeof library.default;
const given: ChartComponent & { readonly default?: ChartComponent } = library.default;

/** Loaded with the charts only: the library is heavier than all the rest together. */
export const ApexChart = given.default ?? given;

/** What all charts have in common, in the colours of the page. Nothing moves, also for those who would not mind. */
export function chartLook(isDark: boolean): ApexOptions {
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
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    dataLabels: { enabled: false },
    grid: { borderColor: token('--line') },
    yaxis: { min: 0, forceNiceScale: true, decimalsInFloat: 0 },
    legend: { show: false },
  };
}

/** The colours of the page: the chart writes them where no custom property is understood. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function useIsDark(): boolean {
  return useSyncExternalStore(watchScheme, readScheme);
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
