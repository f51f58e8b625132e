import type { Reporter, TestModule } from 'vitest/node';

/** Ends every run with one line of counts. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules)
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    console.log(
      `${String(count.passed)} passed, ${String(count.failed)} failed, ${String(count.skipped)} skipped`,
    );
  }
}
