/** The ways in which reports count: hours from 0 to 23, weekdays from 1 for Monday, weeks as `2026-W47`. */
export const groupings = [
  'hour',
  'weekday',
  'day',
  'week',
  'month',
  'category',
  'kampong',
  'business',
  'channel',
  'admin',
  'reason',
] as const;
export type Grouping = (typeof groupings)[number];

export type ReportChoice = {
  /** Whether it covers a period (`from`, `to`) or a moment (`asOf`). */
  readonly covers: 'period' | 'moment';
  /** The groupings that make sense. */
  readonly by: readonly Grouping[];
  /** The grouping when none is chosen. */
  readonly usual: Grouping | null;
};

const times = ['hour', 'weekday', 'day', 'week', 'month'] as const;
const places = ['category', 'kampong'] as const;

/** The choices for each report that admins can ask for. */
export const reportChoices = {
  views: { covers: 'period', by: [...times, ...places, 'business'], usual: null },
  actions: { covers: 'period', by: [...times, ...places, 'business', 'channel'], usual: null },
  listings: { covers: 'moment', by: [...places, 'business'], usual: null },
  moderation: {
    covers: 'period',
    by: [...times, ...places, 'business', 'admin', 'reason'],
    usual: null,
  },
  growth: { covers: 'period', by: ['day', 'week', 'month', ...places], usual: 'month' },
  busiest: { covers: 'period', by: [...times, ...places, 'business'], usual: 'business' },
  retention: { covers: 'moment', by: [...places], usual: null },
} as const satisfies Readonly<Record<string, ReportChoice>>;
export type ReportName = keyof typeof reportChoices;
