import { listen } from '../http/listen.ts';

/** A port that was free a moment ago, for programs that are told theirs before they start. */
export async function freePort(): Promise<number> {
  const { url, stop } = await listen({ host: '127.0.0.1', port: 0 });
  await stop(0);
  return Number(new URL(url).port);
}
