/** Functions that close what was opened. */
export type Teardown = {
  readonly add: (close: () => Promise<unknown>) => void;
  /** Closes in reverse order, and the rest too when one fails. */
  readonly closeAll: () => Promise<void>;
};

export function newTeardown(): Teardown {
  const open: (() => Promise<unknown>)[] = [];
  return {
    add: (close) => {
      open.push(close);
    },
    closeAll: async () => {
      const failures: unknown[] = [];
      for (const close of open.splice(0).reverse())
        await close().catch((failure: unknown) => failures.push(failure));
      if (failures.length > 0) throw new AggregateError(failures, 'not everything was closed');
    },
  };
}
