import type { Socket } from 'node:net';
import { RequestProblem } from '../errors.ts';

/** How fast a form has to arrive, so that a client which stalls keeps no others out. */
export type UploadPace = {
  /** In each of these, at least `fewestBytes` have to come. */
  readonly windowMs: number;
  readonly fewestBytes: number;
  /** For the whole of it, however fast it comes. */
  readonly longestMs: number;
};

/** Slower than any telephone line, and twelve megabytes at half a megabit a second. */
export const patientPace: UploadPace = {
  windowMs: 10_000,
  fewestBytes: 16 * 1024,
  longestMs: 200_000,
};

/** Waits for a form that is being read from a connection. @throws RequestProblem 408 when it comes too slowly, and what `reading` throws. */
export async function atPace(
  reading: Promise<void>,
  { socket, pace }: { readonly socket: Socket; readonly pace: UploadPace },
): Promise<void> {
  const watch = watchPace(socket, pace);
  try {
    await Promise.race([reading, watch.tooSlow]);
  } finally {
    watch.stop();
  }
}

function watchPace(socket: Socket, { windowMs, fewestBytes, longestMs }: UploadPace) {
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
