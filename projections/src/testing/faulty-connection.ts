import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from '@directory/domain/testing/free-port';

/** Stands between a client and a server, as a network does that fails. */
export type FaultyConnection = {
  readonly url: string;
  /** Ends all connections and takes none. */
  readonly cut: () => void;
  /** Keeps connections, and takes more, but passes nothing on. */
  readonly stall: () => void;
  readonly restore: () => void;
  /** Cuts as soon as a client is about to send this text, once; what was sent before is passed on. */
  readonly cutBefore: (text: string) => void;
  readonly isCut: () => boolean;
  readonly close: () => Promise<void>;
};

type State = 'passing' | 'stalled' | 'cut';

type Link = { state: State; lastWords: string | null; readonly sockets: Set<Socket> };

/** For one server on this machine, without TLS. */
export async function openFaultyConnection(server: string): Promise<FaultyConnection> {
  const target = new URL(server);
  const link: Link = { state: 'passing', lastWords: null, sockets: new Set() };
  const proxy = createServer((client) => {
    if (link.state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    pass(link, client, upstream);
    pass(link, upstream, client);
  });
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(await listenHere(proxy));
  return {
    url: url.href,
    cut: () => cut(link),
    stall: () => {
      link.state = 'stalled';
    },
    restore: () => {
      link.state = 'passing';
    },
    cutBefore: (text) => {
      link.lastWords = text;
    },
    isCut: () => link.state === 'cut',
    close: () =>
      new Promise((resolve) => {
        cut(link);
        proxy.close(() => resolve());
      }),
  };
}

function pass(link: Link, from: Socket, to: Socket): void {
  link.sockets.add(from);
  from.on('error', () => undefined);
  from.on('close', () => {
    link.sockets.delete(from);
    to.destroy();
  });
  from.on('data', (bytes) => {
    if (link.lastWords !== null && bytes.includes(link.lastWords)) {
      link.lastWords = null;
      cut(link);
    }
    if (link.state === 'passing') to.write(bytes);
  });
}

function cut(link: Link): void {
  link.state = 'cut';
  for (const socket of link.sockets) socket.destroy();
}
