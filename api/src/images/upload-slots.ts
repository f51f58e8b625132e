import { tooManyRequests } from '../http/errors.ts';
import { imagesBusy } from './image-problems.ts';

type UploadSlots = {
  /** Takes a place for a client and returns what gives it back. @throws RequestProblem 503 when all are taken, 429 when the client has its share. */
  readonly take: (client: string) => () => void;
};

/** How many forms may be held in memory at once, by all together and by one client. */
export function uploadSlots(maxConcurrent: number, maxPerClient: number): UploadSlots {
  const held = new Map<string, number>();
  let total = 0;

  function add(client: string, change: 1 | -1): void {
    total += change;
    const own = (held.get(client) ?? 0) + change;
    if (own === 0) held.delete(client);
    else held.set(client, own);
  }

  return {
    take(client) {
      if ((held.get(client) ?? 0) >= maxPerClient) throw tooManyRequests(5);
      if (total >= maxConcurrent) throw imagesBusy();
      add(client, 1);
      return () => {
        add(client, -1);
      };
    },
  };
}
