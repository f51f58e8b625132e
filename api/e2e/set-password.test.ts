import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram, startProgram, type Program } from './program.ts';

const email = 'siti@example.com';
const first = 'the first password';

let dataDir: string;
let directory: Program;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'set-password-'));
  directory = await startProgram({ dataDir, args: ['--empty'] });
  await post('/api/user/register', {
    fullName: 'Siti Aminah',
    icNumber: '900101-14-5678',
    phone: '012-3456789',
    email,
    password: first,
    confirmPassword: first,
  });
});
afterAll(async () => {
  await directory.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function post(path: string, body: object): Promise<number> {
  const { status } = await fetch(`${directory.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return status;
}

const logIn = (password: string) => post('/api/user/login', { email, password });

const setPassword = (args: readonly string[], env: Record<string, string> = {}) =>
  runProgram({
    program: 'api',
    args: ['set-password', ...args],
    env: { DATA_DIR: dataDir, ...env },
  });

test('set-password changes the password of an owner while the directory runs', async () => {
  expect(await logIn(first)).toBe(200);
  const { code, output } = await setPassword(['owner', email], { NEW_PASSWORD: 'another one' });
  expect({ code, output }).toEqual({
    code: 0,
    output: `"${email}" can log in at /user/userlogin with the password from NEW_PASSWORD. The old password is no longer valid. Open sessions end within ten seconds.\n`,
  });
  expect(await logIn(first)).toBe(401);
  expect(await logIn('another one')).toBe(200);
});

test('set-password changes the password of the first admin and removes its login file', async () => {
  const file = join(dataDir, 'admin-login.txt');
  expect(existsSync(file)).toBe(true);
  const password = 'the boss himself';
  const { code, output } = await setPassword(['admin', 'admin'], { NEW_PASSWORD: password });
  expect(code).toBe(0);
  expect(output).toContain(`Removed ${file}: it contained the old password.`);
  expect(existsSync(file)).toBe(false);
  expect(await post('/api/admin/login', { username: 'admin', password })).toBe(200);
});

test.each([
  [['owner', 'nobody@example.com'], /^There is no owner with the email address "nobody@exa/],
  [['admin', 'nobody'], /^There is no admin with the username "nobody"\.\n$/],
  [['visitor', 'nobody'], /Allowed choices are owner, admin\./],
  [['owner'], /missing required argument 'name'/],
])('set-password %j exits with code 1 and prints the reason', async (args, sentence) => {
  const { code, output } = await setPassword(args, { NEW_PASSWORD: 'another one' });
  expect(code).toBe(1);
  expect(output).toMatch(sentence);
});
