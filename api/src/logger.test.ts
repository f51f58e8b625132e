import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { LogLevel } from '@directory/projections/config';
import { createLogger } from './logger.ts';

function linesOf(level: LogLevel) {
  const lines: string[] = [];
  const logger = createLogger(level, { write: (line) => void lines.push(line) });
  return { logger, lines };
}

test('infoLines writes what info writes', () => {
  const { logger, lines } = linesOf('info');
  logger.info({ route: '/places', status: 200 }, 'request');
  logger.infoLines(['"route":"/places","status":200,"msg":"request"']);
  const [byPino = '', itself = ''] = lines;
  const time = /"time":"[^"]*"/;
  expect(itself.replace(time, '')).toBe(byPino.replace(time, ''));
  expect(JSON.parse(itself)).toHaveProperty('time', expect.stringMatching(/^\d{4}-.*Z$/));
});

test('infoLines writes nothing when only warnings are logged', () => {
  const { logger, lines } = linesOf('warn');
  logger.infoLines(['"msg":"request"']);
  expect(lines).toEqual([]);
  logger.warn('a warning');
  expect(lines).toHaveLength(1);
});

test('lines after the output was closed take no memory', async () => {
  const program = `
    import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)};
    const logger = createLogger('info');
    const line = '"text":"' + 'x'.repeat(10_000) + '"';
    for (let count = 0; count < 10_000; count += 1) {
      logger.infoLines([line]);
      if (count % 5 === 0) await new Promise(setImmediate);
    }
    gc();
    process.stderr.write(String(process.memoryUsage().arrayBuffers));
  `;
  const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  expect(Number(await text(child.stderr))).toBeLessThan(50_000_000);
});

test.skipIf(process.platform === 'win32')(
  'a program whose output is on a full disk runs on and ends',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'output-'));
    const output = openSync(join(folder, 'output.log'), 'a');
    onTestFinished(() => {
      closeSync(output);
      rmSync(folder, { recursive: true });
    });
    const program = `
      import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)};
      const logger = createLogger('info');
      for (let count = 0; count < 3; count += 1) {
        logger.info('a line');
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      process.stderr.write('done');
      logger.info('the last line');
    `;
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', program];
    // No file may grow, as on a full disk.
    const child = spawn('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...node], {
      stdio: ['ignore', output, 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const written = text(child.stdio[2] as Readable);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect({ written: await written, code }).toEqual({ written: 'done', code: 0 });
  },
  10_000,
);
