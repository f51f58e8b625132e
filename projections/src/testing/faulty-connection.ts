import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

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

/** For one server on this machine, without TLS. */
export async function openFaultyConnection(server: string): Promise<FaultyConnection> {
  const target = new URL(server);
  let state: State = 'passing';
  let lastWords: string | null = null;
  const sockets = new Set<Socket>();

  const cut = () => {
    state = 'cut';
    for (const socket of sockets) socket.destroy();
  };
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('data', (bytes) => {
      if (lastWords !== null && bytes.includes(lastWords)) {
        lastWords = null;
        cut();
      }
      if (state === 'passing') to.write(bytes);
    });
  };
  const proxy = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(portOf(proxy.address()));
  return {
    url: url.href,
    cut,
    stall: () => {
      state = 'stalled';
    },
    restore: () => {
      state = 'passing';
    },
    cutBefore: (text) => {
      lastWords = text;
    },
    isCut: () => state === 'cut',
    close: () =>
      new Promise((resolve) => {
        cut();
        proxy.close(() => {
          resolve();
        });
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return address.port;
}
