import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Starts a server on a port of 127.0.0.1, a free one unless given, and returns the port. */
export async function listenHere(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

/** A port of 127.0.0.1 that was free a moment ago, for programs that get theirs before they start. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenHere(server);
  server.close();
  await once(server, 'close');
  return port;
}
