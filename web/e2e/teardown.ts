/** What was opened, to be closed at the end. */
export type Teardown = {
  readonly add: (close: () => Promise<unknown>) => void;
  /** Last first, and the rest too when one of them cannot be closed. */
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
