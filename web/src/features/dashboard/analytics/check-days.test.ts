import { expect, test } from 'vitest';
import { analyticsTexts } from '../../../texts/analytics-texts.ts';
import { checkDays } from './check-days.ts';

const texts = analyticsTexts.wrongDays;
const today = '2026-11-21';

test.each([
  [{ from: '2026-11-21', to: '2026-11-21' }, {}],
  [{ from: '2025-11-21', to: '2026-11-21' }, {}],
  [{ from: '2025-11-20', to: '2026-11-21' }, { from: texts.length }],
  [{ from: '2026-11-21', to: '2026-11-20' }, { to: texts.order }],
  [{ from: '2026-11-21', to: '2026-11-22' }, { to: texts.future }],
  [
    { from: '', to: '2026-11-22' },
    { from: texts.missing, to: texts.future },
  ],
  [{ from: '2026-11-21', to: '' }, { to: texts.missing }],
])('%j is told %j', (days, errors) => {
  expect(checkDays(days, today, texts)).toEqual(errors);
});
