import { Agent, get } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/**
 * Sends the request on its standard input 500 times a second, on connections that it keeps, first for a second that does not count.
 * Prints the milliseconds within which 99 % were answered whole, from when each was due. It is a program of its own, so that it does
 * not wait for what sends other requests at the same time.
 */
const { url, headers } = (await json(process.stdin)) as {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};
const perSecond = 500;
const seconds = 6;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const started = performance.now();
const answered: Promise<number>[] = [];
while (answered.length < perSecond * seconds) {
  const due = started + (answered.length * 1_000) / perSecond;
  if (due > performance.now()) await setTimeout(1);
  else answered.push(answer().then(() => performance.now() - due));
}
const times = (await Promise.all(answered)).slice(perSecond).toSorted((a, b) => a - b);
agent.destroy();
console.log(times[Math.ceil(times.length * 0.99) - 1]);

function answer(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (Number(response.statusCode) >= 400) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}
