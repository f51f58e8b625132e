import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';
import { OperatorError } from '@directory/projections/config';
import type { RequestState } from './middleware/session.ts';

/** What answers requests once a start has taken `graceMs`. */
type SlowStart = { readonly answer: RequestListener; readonly graceMs: number };

export const usualLimits = {
  /** A client that takes longer over its headers holds a connection for nothing, and is answered 408. */
  headersMs: 10_000,
  /** Connections beyond these are closed at once, as each that waits takes some 20 kB of memory. */
  connections: 5_000,
  /** A connection on which nothing moves is closed after one to two times as long, as what a client does not read stays in memory. */
  stalledMs: 300_000,
};

/** Binds the port first, so that a start without it fails before it changes anything. @throws OperatorError where the address or the port is not available */
export async function listen(
  where: { readonly host: string; readonly port: number },
  slowStart?: SlowStart,
  { headersMs, connections, stalledMs } = usualLimits,
) {
  const waiting: Parameters<RequestListener>[] = [];
  let answer: RequestListener = (...exchange) => waiting.push(exchange);
  /** Sets what answers from now on. Requests before the first call wait for it, at most the `graceMs` of a slow start. */
  const answerWith = (listener: RequestListener) => {
    clearTimeout(grace);
    answer = listener;
    for (const exchange of waiting.splice(0)) listener(...exchange);
  };
  // Node checks the time-outs only at this interval, which is 30 seconds by default.
  const timeouts = { headersTimeout: headersMs, connectionsCheckingInterval: headersMs / 2 };
  let isStopping = false;
  const server = createServer(timeouts, (request, response) => {
    // A proxy then sends its next request elsewhere.
    if (isStopping) response.setHeader('Connection', 'close');
    answer(request, response);
  });
  server.maxConnections = connections;
  // All headers take 16 kB at most. Node drops those beyond 2,000, which may be the ones that a proxy wrote.
  server.maxHeadersCount = 0;
  server.timeout = stalledMs;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await bind(server, where);
  const grace = slowStart && setTimeout(answerWith, slowStart.graceMs, slowStart.answer);
  return {
    /** Such as `http://127.0.0.1:3000`. */
    url: urlOf(server.address()),
    answerWith,
    /** Accepts no more requests and waits for those in progress, at most `graceMs`. */
    stop: (graceMs: number): Promise<void> => {
      clearTimeout(grace);
      isStopping = true;
      return stop(server, sockets, graceMs);
    },
  };
}

export function requestListener(app: Koa<RequestState>): RequestListener {
  const handle = app.callback();
  return (request, response) => {
    // Before Node's own listener. A client that was too slow gets no more time.
    response.prependOnceListener('finish', () => {
      if (!request.complete && response.statusCode !== 408) closeAfterBody(request);
    });
    void handle(request, response);
  };
}

const restOfBodyMs = 5_000;

/**
 * Node closes a connection that is not kept open right after the answer. A client that still sends would be reset, often before it has
 * read the answer: the rest of the body is read and discarded first, for some seconds.
 */
function closeAfterBody(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    if (request.complete) {
      socket.destroySoon();
      return;
    }
    socket.end();
    const close = () => socket.destroySoon();
    const timer = setTimeout(close, restOfBodyMs);
    request.once('end', close);
    socket.once('close', () => clearTimeout(timer));
  };
}

function bind(server: Server, { host, port }: Parameters<typeof listen>[0]): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(new OperatorError(reasonOf(error, host, port), { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

function reasonOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program: stop it, or choose another port with PORT.`;
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: choose another port with PORT.`;
  return `The directory cannot listen on ${host}, port ${port} (${message}): correct HOST.`;
}

/**
 * `close` ends only connections that are idle at that moment; those that become idle later would stay open for seconds. Node takes one
 * on which nothing came yet for a request that begins: browsers open such in advance.
 */
async function stop(server: Server, sockets: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  // `close` calls this, too. Node takes a connection for idle while the rest of an answer is being sent.
  server.closeIdleConnections = () => {
    if (![...sockets].some((socket) => socket.writableLength > 0)) closeIdleConnections();
  };
  await readArrived(server);
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
  const closed = new Promise<unknown>((resolve) => server.close(resolve));
  while (sockets.size > 0) {
    await Promise.race([closed, sleep(50)]);
    await readArrived(server);
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }
  await closed;
  clearTimeout(cutOff);
}

const catchUpMs = 1_000;
/** In a longer turn of the event loop others may have arrived. */
const quietMs = 2;

/**
 * Reads the requests that came while this process was busy: closing their connections would reset them, and a proxy repeats no write.
 * A turn of the event loop accepts one connection at most, and reads it in the next; the current turn may have read already.
 */
async function readArrived(server: Server): Promise<void> {
  const latest = performance.now() + catchUpMs;
  let isQuiet = false;
  const onConnection = () => (isQuiet = false);
  server.on('connection', onConnection);
  await nextTurn();
  while (!isQuiet && performance.now() < latest) {
    isQuiet = true;
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began > quietMs) isQuiet = false;
  }
  server.off('connection', onConnection);
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  // A server that listens on every address reports one that no browser can open.
  const isEverywhere = ['0.0.0.0', '::'].includes(address.address);
  const own = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const host = isEverywhere ? 'localhost' : own;
  return `http://${host}:${address.port}`;
}
