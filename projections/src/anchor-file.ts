import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { errorMessage } from '@directory/domain/shared/unknown';
import { z } from 'zod';
import type { LogAnchor } from './engine/check-log.ts';

const anchorLine = z.object({
  time: z.iso.datetime(),
  events: z.number().int().nonnegative(),
  digest: z.string().regex(/^([\da-f]{64})?$/),
});

/** A file of anchors cannot be used. */
class UnusableAnchorFile extends Error {
  override readonly name = 'UnusableAnchorFile';

  constructor(file: string, reason: string) {
    super(`The file of anchors ${file} cannot be used: ${reason}.`);
  }
}

/** The anchors of a file, one JSON object a line; none when there is no such file yet. @throws UnusableAnchorFile */
export function readAnchors(file: string): readonly LogAnchor[] {
  try {
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(parseLine);
  } catch (error) {
    throw new UnusableAnchorFile(file, errorMessage(error));
  }
}

function parseLine(line: string, index: number): LogAnchor {
  try {
    return anchorLine.parse(JSON.parse(line));
  } catch {
    throw new Error(`line ${index + 1} is no anchor`);
  }
}

/** @throws UnusableAnchorFile */
export function addAnchor(file: string, anchor: LogAnchor): void {
  try {
    appendFileSync(file, `${JSON.stringify(anchor)}\n`);
  } catch (error) {
    throw new UnusableAnchorFile(file, errorMessage(error));
  }
}
