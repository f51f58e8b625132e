import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageBoundary } from './layout.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(cleanup);

function Broken(): never {
  throw new Error('the code of this page is gone');
}

test('a page that breaks says so, is logged, and the next page is shown again', () => {
  const view = render(
    <PageBoundary address="/a">
      <Broken />
    </PageBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('This page could not be shown');
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy();
  expect(console.error).toHaveBeenCalled();
  view.rerender(
    <PageBoundary address="/b">
      <p>the next page</p>
    </PageBoundary>,
  );
  expect(screen.getByText('the next page')).toBeTruthy();
});
