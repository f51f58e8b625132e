/**
 * What is made of a state, once per change of its key, and shared by all who ask meanwhile. Never older than the state was when
 * it was asked for.
 */
export function memoizeByKey<State extends { readonly key: string }, Made>(
  read: () => Promise<State>,
  make: (state: State) => Promise<Made>,
): () => Promise<Made> {
  let last: { readonly key: string; readonly made: Made } | undefined;
  const refresh = sharedRuns(async () => {
    const state = await read();
    if (last?.key !== state.key) last = { key: state.key, made: await make(state) };
    return last.made;
  });
  return async () => {
    const { key } = await read();
    return last?.key === key ? last.made : refresh();
  };
}

/**
 * One run at a time. Who asks while one is under way shares the next, which begins after they asked: so nobody is told what is
 * older than their question, and a burst of changes makes no more than two.
 */
function sharedRuns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const run = work();
      running = run.catch(() => undefined);
      return run;
    });
    return next;
  };
}
