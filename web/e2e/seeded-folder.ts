import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProgram } from '../../api/e2e/program.ts';
import { findChromium } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the seed data and the first admin. */
    seededFolder?: string;
  }
}

export type AdminLogin = { readonly username: string; readonly password: string };

export const adminLogin: AdminLogin = { username: 'penghulu', password: 'a long enough password' };

/** Settings of the first admin. */
export const adminSettings = {
  ADMIN_USERNAME: adminLogin.username,
  ADMIN_PASSWORD: adminLogin.password,
};

/** Fills a data folder once for all files of tests, as that takes the processor four times as long as a start. */
export async function setup({ provide }: Pick<TestProject, 'provide'>) {
  if (findChromium() === null) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'directory-e2e-seed-'));
  const program = await startProgram({ dataDir, env: adminSettings });
  await program.stop();
  provide('seededFolder', dataDir);
  return () => rm(dataDir, { recursive: true });
}
