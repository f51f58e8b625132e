import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from '@directory/domain/testing/free-port';

/** Stands between a client and a server, as a network does that fails. */
export type FaultyConnection = {
  readonly url: string;
  /** Ends all connections and accepts none. */
  readonly cut: () => void;
  /** Keeps connections and accepts more, but passes nothing on. */
  readonly stall: () => void;
  /** Passes on this many more commands of MongoDB's clients, and holds back the others. Resolves once it holds one. */
  readonly holdAfter: (commands: number) => Promise<void>;
  /** Sends what `holdAfter` held back, too. */
  readonly restore: () => void;
  /** Cuts as soon as a client is about to send this text, once; what was sent before is passed on. */
  readonly cutBefore: (text: string) => void;
  readonly isCut: () => boolean;
  readonly close: () => Promise<void>;
};

type State = 'passing' | 'stalled' | 'cut';

type Link = {
  state: State;
  lastWords: string | null;
  hold: { commands: number; readonly reached: () => void } | null;
  held: (() => void)[];
  readonly sockets: Set<Socket>;
};

/** Opens a faulty connection to one server on this machine, without TLS. */
export async function openFaultyConnection(server: string): Promise<FaultyConnection> {
  const target = new URL(server);
  const link: Link = {
    state: 'passing',
    lastWords: null,
    hold: null,
    held: [],
    sockets: new Set(),
  };
  const proxy = createServer((client) => {
    if (link.state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    pass(link, client, upstream, (bytes) => isHeld(link, bytes));
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
    holdAfter: (commands) =>
      new Promise((reached) => {
        link.hold = { commands, reached };
      }),
    restore: () => {
      link.state = 'passing';
      link.hold = null;
      for (const send of link.held.splice(0)) send();
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

/** What drivers send by themselves, to look after their connections. */
const housekeeping = /hello|isMaster|endSessions/i;

function isHeld({ hold }: Link, bytes: Buffer): boolean {
  if (!hold || housekeeping.test(bytes.toString('latin1'))) return false;
  const isLast = hold.commands === 0;
  if (isLast) hold.reached();
  else hold.commands -= 1;
  return isLast;
}

function pass(
  link: Link,
  from: Socket,
  to: Socket,
  isHeldBack: (bytes: Buffer) => boolean = () => false,
): void {
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
    const send = () => to.write(bytes);
    if (isHeldBack(bytes)) link.held.push(send);
    else if (link.state === 'passing') send();
  });
}

function cut(link: Link): void {
  link.state = 'cut';
  for (const socket of link.sockets) socket.destroy();
}
