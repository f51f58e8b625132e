import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import type { RequestState } from './http.ts';

export type Listening = {
  /** As `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no more requests and lets those under way finish, for so long at most. */
  readonly stop: (graceMs: number) => Promise<void>;
};

/** @throws the system's error, such as EADDRINUSE. */
export async function listen(
  app: Koa<RequestState>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const answer = app.callback();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { url: urlOf(server.address()), stop: (graceMs) => stop(server, graceMs) };
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
  });
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
