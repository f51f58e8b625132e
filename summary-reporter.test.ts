import { expect, test, vi } from 'vitest';
import SummaryReporter from './summary-reporter.ts';

test('what failed is named once, with all its errors', () => {
  const errors = [{ message: 'no frame' }, { message: 'no page' }];
  expect(linesOf([], errors)).toEqual([
    'failed: outside of tests',
    'no frame',
    'no page',
    '0 passed, 2 failed, 0 skipped',
  ]);
});

test('the last line counts failed hooks, files and what failed outside of tests', () => {
  const errors = [{ message: 'broken' }];
  const module = {
    type: 'module',
    relativeModuleId: 'a.test.ts',
    errors: () => errors,
    children: {
      allSuites: () => [{ type: 'suite', module, fullName: 'suite', errors: () => errors }],
      allTests: () => ['passed', 'failed', 'skipped'].map(aTest),
    },
  };
  const aTest = (state: string) => ({
    type: 'test',
    module,
    fullName: state,
    result: () => ({ state, errors: state === 'failed' ? errors : [] }),
    diagnostic: () => undefined,
  });
  const lines = linesOf([module], errors);
  expect(lines.filter((line) => line.startsWith('failed: '))).toEqual([
    'failed: a.test.ts',
    'failed: a.test.ts > suite',
    'failed: a.test.ts > failed',
    'failed: outside of tests',
  ]);
  expect(lines.at(-1)).toBe('1 passed, 4 failed, 1 skipped');
});

function linesOf(modules: readonly unknown[], unhandled: readonly unknown[]): readonly string[] {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  new SummaryReporter().onTestRunEnd(modules as never, unhandled as never);
  const lines = log.mock.calls.map(String);
  log.mockRestore();
  return lines;
}
