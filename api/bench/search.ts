import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { chromium, type Page } from 'playwright-core';
import { atLeast, startProgram } from '../e2e/program.ts';

/** What one keystroke in the search field costs in Chromium, with the processor slowed down as `--cpu` says (default 4). */
const queries = [
  'klinik gigi chow kit',
  'masjit jamek kampong bharu',
  'restaraunt jalan tun sambanthan',
  '99speedmart',
  'money changer',
];
const { cpu: slowdown } = new Command('bench:search')
  .option('--cpu <number>', '', atLeast(1), 4)
  .parse()
  .opts<{ cpu: number }>();

const dataDir = await mkdtemp(join(tmpdir(), 'bench-search-'));
const program = await startProgram({ dataDir, env: { GEOCODER_URL: 'none' } });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage();
  await page.goto(program.url);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const { places, indexed, keystrokes } = await measure(page);
  const sorted = keystrokes.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2);
  console.log(`${places} places, CPU ${slowdown} times slower, ${sorted.length} keystrokes`);
  console.log(`median ${at(0.5)} ms, 95 % ${at(0.95)} ms, maximum ${at(1)} ms`);
  console.log(`first keystroke with the index: ${indexed.toFixed(0)} ms`);
} finally {
  await browser.close();
  await program.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Types each query letter by letter; the fastest of five rounds counts, as other programs delay the rest. */
function measure(page: Page) {
  const assets = new URL('../../dist/web/assets/', import.meta.url);
  const file = readdirSync(assets).find((name) => /^search-code-.*\.js$/.test(name));
  if (file === undefined) throw new Error('build the pages first: npm run build');
  return page.evaluate(
    async ({ code, typed }) => {
      type SearchCode = {
        suggestionsFor: (places: readonly unknown[], q: string) => readonly unknown[];
      };
      const { suggestionsFor } = (await import(code)) as SearchCode;
      const response = await fetch('/api/businesses/approved');
      const places = (await response.json()) as readonly unknown[];
      const start = performance.now();
      suggestionsFor(places, 'k');
      const indexed = performance.now() - start;
      const keystrokes: number[] = [];
      for (const q of typed.flatMap((text) =>
        Array.from(text, (_, end) => text.slice(0, end + 1)),
      )) {
        const rounds: number[] = [];
        for (let round = 0; round < 5; round += 1) {
          const pressed = performance.now();
          suggestionsFor(places, q);
          rounds.push(performance.now() - pressed);
        }
        keystrokes.push(Math.min(...rounds));
      }
      return { places: places.length, indexed, keystrokes };
    },
    { code: `/assets/${file}`, typed: queries },
  );
}
