export type ProgressReporter = {
  /** How far it is: said every few seconds only. */
  readonly now: (line: string) => void;
  /** What is done. */
  readonly done: (line: string) => void;
};

const everyMs = 5_000;

export function progressReporter(
  print: (line: string) => void,
  clock: () => number = () => performance.now(),
): ProgressReporter {
  let lastReportAt = clock();
  return {
    now: (line) => {
      if (clock() - lastReportAt < everyMs) return;
      lastReportAt = clock();
      print(line);
    },
    done: print,
  };
}
