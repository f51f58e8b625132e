export type Tell = {
  /** How far it is: said every few seconds only. */
  readonly now: (line: string) => void;
  /** What is done. */
  readonly done: (line: string) => void;
};

const everyMs = 5_000;

export function teller(
  print: (line: string) => void,
  clock: () => number = () => performance.now(),
): Tell {
  let told = clock();
  return {
    now: (line) => {
      if (clock() - told < everyMs) return;
      told = clock();
      print(line);
    },
    done: print,
  };
}
