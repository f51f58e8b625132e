import { expect, test } from 'vitest';
import type { LogLevel } from './config.ts';
import { createLogger } from './logger.ts';

function linesOf(level: LogLevel) {
  const lines: string[] = [];
  const logger = createLogger(level, { write: (line) => void lines.push(line) });
  return { logger, lines };
}

test('infoLine writes what info writes', () => {
  const { logger, lines } = linesOf('info');
  logger.info({ route: '/places', status: 200 }, 'request');
  logger.infoLine('"route":"/places","status":200,"msg":"request"');
  const [byPino = '', itself = ''] = lines;
  const time = /"time":"[^"]*"/;
  expect(itself.replace(time, '')).toBe(byPino.replace(time, ''));
  expect(JSON.parse(itself)).toHaveProperty('time', expect.stringMatching(/^\d{4}-.*Z$/));
});

test('infoLine writes nothing when only warnings are logged', () => {
  const { logger, lines } = linesOf('warn');
  logger.infoLine('"msg":"request"');
  expect(lines).toEqual([]);
  logger.warn('a warning');
  expect(lines).toHaveLength(1);
});
