import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

/** A test in a browser that passes only when it is run again is flaky; the run fails when there are more. */
const maxFlaky = 2;

/** Names what failed and what is flaky, each with its errors, and ends every run with one line of counts. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .filter((part) => part.errors().length > 0);
    for (const part of broken) print('failed', nameOf(part), part.errors());
    for (const test of tests)
      if (test.result().state === 'failed') print('failed', nameOf(test), test.result().errors);
    print('failed', 'outside of tests', unhandled);
    const flaky = tests.filter((test) => test.diagnostic()?.flaky);
    for (const test of flaky) print('flaky', nameOf(test), test.result().errors);
    if (flaky.length > maxFlaky) {
      console.log(`Failed: ${flaky.length} tests are flaky, which is more than ${maxFlaky}.`);
      process.exitCode = 1;
    }
    // A file that cannot be read, a failed hook and an error outside of tests have no test that failed.
    const failed = count('failed') + broken.length + unhandled.length;
    console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`);
  }
}

function nameOf(part: TestModule | TestSuite | TestCase): string {
  if (part.type === 'module') return part.relativeModuleId;
  return `${part.module.relativeModuleId} > ${part.fullName}`;
}

function print(kind: string, name: string, errors: readonly SerializedError[] = []): void {
  if (errors.length > 0) console.log(`${kind}: ${name}`);
  // A test that is run again has those of each time.
  for (const error of errors) {
    const stack = (error.stack ?? error.message).split('\n');
    console.log(stack.filter((line) => !line.includes('/node_modules/')).join('\n'));
    if (typeof error['diff'] === 'string') console.log(error['diff']);
  }
}
