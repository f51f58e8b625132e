import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram as createProjectionsProgram } from '@directory/projections/cli';
import { createProgram } from '../cli.ts';
import type { RunningServer } from '../server.ts';
import { httpClient, type HttpClient } from './http-client.ts';
import { listingForm } from './listings.ts';
import * as z from 'zod';

const admin = { username: 'penghulu', password: 'long enough for all' };
export const owner = {
  fullName: 'Siti binti Osman',
  icNumber: '900101-14-5678',
  phone: '012-3456789',
  email: 'siti@example.com',
  password: 'a long enough password',
};

export type Installation = {
  readonly dataDir: string;
  /** Everything that commands and starts printed. */
  readonly printed: readonly string[];
  /** Runs a command as an operator would. */
  readonly run: (args: readonly string[], settings?: Settings) => Promise<void>;
  /** Starts the site and calls it until the work is done. */
  readonly serving: <Result>(
    work: (http: HttpClient) => Promise<Result>,
    settings?: Settings,
  ) => Promise<Result>;
  readonly remove: () => void;
};

type Settings = Readonly<Record<string, string>>;

const quiet = { PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' };

/** A data folder of its own, and the program to work with it. */
export function newInstallation(): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'));
  const dataDir = join(folder, 'data');
  const printed: string[] = [];
  const running: RunningServer[] = [];
  const run = async (args: readonly string[], settings: Settings = {}) => {
    const program = createProgram({
      environment: {
        ...quiet,
        DATA_DIR: dataDir,
        ADMIN_USERNAME: admin.username,
        ADMIN_PASSWORD: admin.password,
        ...settings,
      },
      root: folder,
      isTerminal: true,
      print: (line) => void printed.push(line),
      onRunning: (server) => void running.push(server),
    });
    await program.parseAsync(args, { from: 'user' });
  };
  return {
    dataDir,
    printed,
    run,
    async serving(work, settings) {
      await run(['serve', '--empty'], settings);
      const url = printed.findLast((line) => line.startsWith('The directory is at '))?.split(' ');
      try {
        return await work(httpClient(url?.at(-1) ?? ''));
      } finally {
        await running.pop()?.stop();
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const withToken = z.object({ token: z.string() });
const withId = z.object({ id: z.string() });

export async function logIn(http: HttpClient, role: 'user' | 'admin'): Promise<{ token: string }> {
  const { email, password } = owner;
  const credentials = role === 'admin' ? admin : { email, password };
  return withToken.parse((await http.post(`/api/${role}/login`, credentials)).json);
}

/** Creates an owner with this many public listings, each with a photo and a visit, and a pending one. */
export async function fill(http: HttpClient, listings: number): Promise<void> {
  await http.post('/api/user/register', { ...owner, confirmPassword: owner.password });
  const [asOwner, asAdmin] = [await logIn(http, 'user'), await logIn(http, 'admin')];
  for (let number = 0; number <= listings; number += 1) {
    const form = await listingForm({ businessName: `Warung ${number}` });
    const { id } = withId.parse((await http.post('/api/businesses', form, { as: asOwner })).json);
    if (number === listings) return;
    await http.put(`/api/businesses/${id}`, { status: 'approved' }, { as: asAdmin });
    await http.post(`/api/businesses/${id}/view`, { viewedAt: new Date().toISOString() });
  }
}

/** The output of `npm run verify -- --from`. @throws when it finds a difference */
export async function verifyCopy(
  settings: Readonly<Record<string, string>>,
  from: string,
): Promise<string> {
  let written = '';
  const output = { write: (text: string) => void (written += text), isTerminal: false };
  const program = createProjectionsProgram(settings, output);
  await program.parseAsync(['verify', '--from', from], { from: 'user' });
  return written;
}
