import { fileURLToPath } from 'node:url';
import { createServer, loadConfigFromFile } from 'vite';
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

test('the development server has the fonts that its page preloads', async () => {
  const server = await createServer({
    configFile: file,
    server: { host: '127.0.0.1', port: 0 },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
  });
  onTestFinished(() => server.close());
  await server.listen();
  const origin = server.resolvedUrls?.local[0] ?? '';
  const page = await (await fetch(origin, { headers: { accept: 'text/html' } })).text();
  const fonts = [...page.matchAll(/href="([^"]+\.woff2)"/g)].map(([, href = '']) => href);
  expect(fonts).toHaveLength(2);
  for (const font of fonts) {
    const { status, headers } = await fetch(new URL(font, origin));
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: 'font/woff2',
    });
  }
});
