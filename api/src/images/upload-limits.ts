import type { Socket } from 'node:net';
import { RequestProblem, tooManyRequests } from '../http/errors.ts';
import { imagesBusy } from './image-problems.ts';

type UploadSlots = {
  /** Takes a slot for a client and returns what releases it. @throws RequestProblem 503 when all are taken, 429 when the client has its share. */
  readonly take: (client: string) => () => void;
};

/** Limits how many forms are in memory at once, in total and by client. */
export function uploadSlots(maxConcurrent: number, maxPerClient: number): UploadSlots {
  const taken = new Map<string, number>();
  let total = 0;

  function add(client: string, change: 1 | -1): void {
    total += change;
    const own = (taken.get(client) ?? 0) + change;
    if (own === 0) taken.delete(client);
    else taken.set(client, own);
  }

  return {
    take(client) {
      if ((taken.get(client) ?? 0) >= maxPerClient) throw tooManyRequests(5);
      if (total >= maxConcurrent) throw imagesBusy();
      add(client, 1);
      return () => {
        add(client, -1);
      };
    },
  };
}

/** How fast a form has to arrive, so that a stalled client does not block others. */
export type MinUploadRate = {
  /** At least `minBytes` have to arrive in each window. */
  readonly windowMs: number;
  readonly minBytes: number;
  /** For the whole form, however fast it arrives. */
  readonly maxMs: number;
};

/** Slower than any telephone line, and twelve megabytes at half a megabit a second. */
export const minUploadRate: MinUploadRate = {
  windowMs: 10_000,
  minBytes: 16 * 1024,
  maxMs: 200_000,
};

/** Waits for a form that is read from a connection. @throws RequestProblem 408 when it is too slow, and what `reading` throws. */
export async function enforceUploadRate(
  reading: Promise<void>,
  socket: Socket,
  { windowMs, minBytes, maxMs }: MinUploadRate,
): Promise<void> {
  const endsAt = performance.now() + maxMs;
  let bytesBefore = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const arrived = socket.bytesRead - bytesBefore;
      bytesBefore = socket.bytesRead;
      if (arrived < minBytes || performance.now() >= endsAt) reject(uploadTooSlow());
    }, windowMs);
  });
  try {
    await Promise.race([reading, tooSlow]);
  } finally {
    clearInterval(timer);
  }
}

/** Closes the connection, as the rest of the form is not read. */
function uploadTooSlow(): RequestProblem {
  return new RequestProblem({
    status: 408,
    type: 'upload-too-slow',
    message: 'The upload was too slow. Please try again, perhaps with a smaller photo.',
    headers: { Connection: 'close' },
  });
}
