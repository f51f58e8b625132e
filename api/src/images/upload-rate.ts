import type { Socket } from 'node:net';
import { RequestProblem } from '../http/errors.ts';

/** How fast a form has to arrive, so that a client which stalls keeps no others out. */
export type MinUploadRate = {
  /** In each of these, at least `fewestBytes` have to come. */
  readonly windowMs: number;
  readonly minBytes: number;
  /** For the whole of it, however fast it comes. */
  readonly maxMs: number;
};

/** Slower than any telephone line, and twelve megabytes at half a megabit a second. */
export const minUploadRate: MinUploadRate = {
  windowMs: 10_000,
  minBytes: 16 * 1024,
  maxMs: 200_000,
};

/** Waits for a form that is being read from a connection. @throws RequestProblem 408 when it comes too slowly, and what `reading` throws. */
export async function enforceUploadRate(
  reading: Promise<void>,
  { socket, pace }: { readonly socket: Socket; readonly pace: MinUploadRate },
): Promise<void> {
  const watch = watchRate(socket, pace);
  try {
    await Promise.race([reading, watch.tooSlow]);
  } finally {
    watch.stop();
  }
}

function watchRate(
  socket: Socket,
  { windowMs, minBytes: fewestBytes, maxMs: longestMs }: MinUploadRate,
) {
  const endsAt = performance.now() + longestMs;
  let seen = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const came = socket.bytesRead - seen;
      seen = socket.bytesRead;
      if (came < fewestBytes || performance.now() >= endsAt) reject(uploadTooSlow());
    }, windowMs);
  });
  const stop = () => {
    clearInterval(timer);
  };
  return { tooSlow, stop };
}

/** What is still to come of the form is not waited for: the connection ends with the answer. */
function uploadTooSlow(): RequestProblem {
  return new RequestProblem({
    status: 408,
    type: 'upload-too-slow',
    message: 'The form arrived too slowly. Please try again, perhaps with a smaller photo.',
    headers: { Connection: 'close' },
  });
}
