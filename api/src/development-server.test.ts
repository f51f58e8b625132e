import { fileURLToPath } from 'node:url';
import { loadConfigFromFile } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';

const file = fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url));

test.each([
  ['4000', '4000'],
  ['', '3000'],
])('with PORT "%s" the pages of npm run dev call the API on port %s', async (setting, port) => {
  vi.stubEnv('PORT', setting);
  onTestFinished(() => void vi.unstubAllEnvs());
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'development' }, file);
  const api = `http://127.0.0.1:${port}`;
  expect(loaded?.config.server?.proxy).toEqual({ '/api': api, '/uploads': api });
});
