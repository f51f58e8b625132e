export type Queue = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

/** Runs one piece of work after the other, in the order in which they came; one that fails does not stop the next. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
