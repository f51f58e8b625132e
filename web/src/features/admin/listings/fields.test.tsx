import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChangesTable } from './fields.tsx';

test('changed opening times are shown in one line each', () => {
  const after = [{ days: ['mon', 'tue', 'wed'], from: '09:00', to: '17:30' }];
  const headings = { field: 'Field', before: 'Before', after: 'After' };
  render(
    <ChangesTable changes={[{ field: 'openingTimes', before: null, after }]} headings={headings} />,
  );
  expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('Exact Times–Mon–Wed 9 am – 5:30 pm');
});
