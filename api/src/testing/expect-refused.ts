import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { problemResponse } from '../contracts/site.ts';
import type { Answer, TestSite } from './test-site.ts';

/** Expects a clear 4xx, with nothing stored, and nothing told of what is inside. */
export async function expectRefused(
  site: TestSite,
  status: number,
  call: () => Promise<Answer>,
): Promise<void> {
  const files = readdirSync(site.dataDir, { recursive: true });
  const events = await site.appendedBy(async () => {
    const answer = await call();
    expect(answer.status, answer.text).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(problemResponse.strict().parse(answer.json).message).toMatch(/^[A-Z].*[.!]$/);
    expect(answer.text).not.toMatch(/node_modules|\.ts:|\.js:|sqlite|zod|multer/i);
    expect(answer.text).not.toContain(site.dataDir);
  });
  expect(events).toEqual([]);
  expect(readdirSync(site.dataDir, { recursive: true })).toEqual(files);
}
