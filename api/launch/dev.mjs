import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './set-up.mjs';

/** The API and Vite side by side, each restarting by itself when its sources change; both end together. */
const programs = [
  [join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', 'api/src/main.ts', 'serve'],
  [join(root, 'node_modules/vite/bin/vite.js'), '--config', 'web/vite.config.ts'],
];
const children = programs.map((argv) =>
  spawn(process.execPath, argv, {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_ENV: 'development', ...process.env },
  }),
);
const end = () => children.forEach((child) => child.kill());
for (const child of children) child.on('exit', end);
// A terminal sends these signals to all of the processes, other senders to this one alone.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
