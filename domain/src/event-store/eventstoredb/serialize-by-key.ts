import { Unavailable } from '../event-store.ts';

/** HTTP/2 servers take about a hundred calls at once on a connection, of which reads need some. */
const maxConcurrent = 50;

/** Beyond these the log is overrun, and to say so at once is kinder than to let everybody wait. */
const maxWaiting = 10_000;

/** Lets those who ask for the same key have their turn one after the other, as calls made at once arrive in any order. */
export function serializeByKey() {
  const lastOf = new Map<string, Promise<unknown>>();
  const idle: (() => void)[] = [];
  let running = 0;
  let asked = 0;

  const takeSlot = async () => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => idle.push(resolve));
    else running += 1;
  };
  /** Passed on without being given back, so that nobody can come in between. */
  const leaveSlot = () => {
    const next = idle.shift();
    if (next) next();
    else running -= 1;
  };
  const inSlot = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await takeSlot();
    try {
      return await work();
    } finally {
      leaveSlot();
    }
  };

  return {
    /** @throws Unavailable when too many wait. */
    take: async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
      if (asked >= maxWaiting) throw new Unavailable('too many appends are waiting');
      asked += 1;
      const before = lastOf.get(key);
      const mine = Promise.resolve(before).then(() => inSlot(work));
      const settled = mine.then(
        () => undefined,
        () => undefined,
      );
      lastOf.set(key, settled);
      try {
        return await mine;
      } finally {
        asked -= 1;
        if (lastOf.get(key) === settled) lastOf.delete(key);
      }
    },
    /** Resolves when all who asked so far have had their turn. */
    over: async (): Promise<void> => {
      await Promise.all(lastOf.values());
    },
  };
}
