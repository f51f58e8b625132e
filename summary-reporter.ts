import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** A test in a browser that passes only when it is run again is flaky; the run fails when there are more. */
const maxFlaky = 2;

/** Names the flaky tests and why they failed first, and ends every run with one line of counts. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) =>
      String(tests.filter((test) => test.result().state === state).length);
    const flaky = tests.filter((test) => test.diagnostic()?.flaky);
    for (const test of flaky) {
      const [error] = test.result().errors ?? [];
      console.log(`flaky: ${nameOf(test)}\n${error?.stack ?? error?.message ?? ''}`);
    }
    if (flaky.length > maxFlaky) {
      console.log(`Failed: ${flaky.length} tests are flaky, which is more than ${maxFlaky}.`);
      process.exitCode = 1;
    }
    console.log(
      `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    );
  }
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}
