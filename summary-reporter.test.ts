import { expect, test, vi } from 'vitest';
import SummaryReporter from './summary-reporter.ts';

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
  const log = vi.spyOn(console, 'log').mockReturnValue();
  new SummaryReporter().onTestRunEnd([module as never], errors as never);
  const lines = log.mock.calls.map(String);
  log.mockRestore();
  expect(lines.filter((line) => line.startsWith('failed: '))).toEqual([
    'failed: a.test.ts',
    'failed: a.test.ts > suite',
    'failed: a.test.ts > failed',
    'failed: outside of tests',
  ]);
  expect(lines.at(-1)).toBe('1 passed, 4 failed, 1 skipped');
});
