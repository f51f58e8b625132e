import { setTimeout as delay } from 'node:timers/promises';
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import {
  connectionDropped,
  faults,
  unauthenticated,
  unavailable,
  type CallKind,
  type Fault,
  type Faults,
  type Refusal,
} from './faults.ts';
import { memoryLog, type Journal, type MemoryLog } from './memory-log.ts';
import { batchedMessage, outcomeMessage, readAppendCall, readBatchedAppend } from './messages.ts';
import { answerRead } from './reading.ts';
import { gossip, gossipService, streamsService, type Gossip, type Streams } from './stubs.ts';

export { unauthenticated } from './faults.ts';

export type GrpcPeer = {
  /** For the client; the same after `stop` and `start`. */
  readonly url: string;
  readonly discoverUrl: string;
  /** Its log, which remains while it is stopped. */
  readonly log: MemoryLog;
  readonly faults: Faults;
  /** How often each was called. */
  readonly calls: Readonly<Record<CallKind, number>>;
  readonly stop: () => void;
  readonly start: () => Promise<void>;
};

type PeerOptions = {
  /** A free port when it is left out. */
  readonly port?: number;
  /** Without a journal, nothing outlives the process. */
  readonly journal?: Journal;
  /** Without it there is neither TLS nor a password. */
  readonly security?: Security;
};

/** The certificate and the key in PEM, and the credentials as `name:password`. */
type Security = {
  readonly certificate: Buffer;
  readonly key: Buffer;
  readonly credentials: string;
};

/** Speaks EventStoreDB's protocol on a port of this machine, well enough for the client, and injects faults. */
export async function startGrpcPeer(options: PeerOptions = {}): Promise<GrpcPeer> {
  const { port, journal, security } = options;
  const peer = new Peer(memoryLog(journal), port, security);
  peer.members = () => [{ port: peer.port, isAlive: true, isLeader: true }];
  await peer.start();
  const url = `127.0.0.1:${peer.port}${security ? '' : '?tls=false'}`;
  return {
    url: `esdb://${url}`,
    discoverUrl: `esdb+discover://${url}`,
    log: peer.log,
    faults: peer.faults,
    calls: peer.calls,
    stop: () => peer.stop(),
    start: () => peer.start(),
  };
}

export type GrpcCluster = {
  /** The address, which names all nodes. */
  readonly url: string;
  readonly log: MemoryLog;
  /** Ends the leader and starts the node that was ended before; the others elect a new leader. */
  readonly killLeader: () => Promise<void>;
  readonly stop: () => void;
};

/** Three nodes, of which one leads and the others refuse. All have one log, so that none is ever behind. */
export async function startGrpcCluster({
  electionMs,
}: {
  readonly electionMs: number;
}): Promise<GrpcCluster> {
  const log = memoryLog();
  const nodes = [new Peer(log), new Peer(log), new Peer(log)];
  let leader = nodes[0];
  let dead: Peer | undefined;
  let election: ReturnType<typeof setTimeout> | undefined;
  for (const node of nodes) {
    node.members = () =>
      nodes.map((each) => ({
        port: each.port,
        isAlive: each !== dead,
        isLeader: each === leader,
      }));
    await node.start();
  }
  return {
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}?tls=false`,
    log,
    killLeader: async () => {
      const killed = leader;
      leader = undefined;
      killed?.stop();
      await dead?.start();
      dead = killed;
      clearTimeout(election);
      election = setTimeout(() => {
        leader = nodes.find((node) => node !== dead);
      }, electionMs);
    },
    stop: () => {
      clearTimeout(election);
      for (const node of nodes) node.stop();
    },
  };
}

type Member = { readonly port: number; readonly isAlive: boolean; readonly isLeader: boolean };

class Peer {
  readonly log: MemoryLog;
  readonly faults = faults();
  readonly calls: Record<CallKind, number> = { append: 0, read: 0 };
  port: number;
  members: () => readonly Member[] = () => [];
  readonly #security: Security | undefined;
  #server: Server | undefined;
  readonly #broken = new WeakSet<BatchCall>();

  constructor(log: MemoryLog, port = 0, security?: Security) {
    this.log = log;
    this.port = port;
    this.#security = security;
  }

  start(): Promise<void> {
    const server = new Server();
    this.#server = server;
    server.addService(streamsService, {
      read: (call: ServerWritableStream<Streams.ReadReq, Streams.ReadResp>) =>
        void this.#read(call),
      append: (
        call: ServerReadableStream<Streams.AppendReq, Streams.AppendResp>,
        answer: sendUnaryData<Streams.AppendResp>,
      ) => void this.#append(call, answer),
      batchAppend: (call: BatchCall) => {
        call.on('data', (request: Streams.BatchAppendReq) => void this.#appendNext(call, request));
        call.on('end', () => {
          call.end();
        });
      },
    });
    server.addService(gossipService, {
      read: (_call: unknown, answer: sendUnaryData<Gossip.ClusterInfo>) => {
        answer(null, clusterInfo(this.members()));
      },
    });
    return new Promise((resolve, reject) => {
      const address = `127.0.0.1:${this.port}`;
      server.bindAsync(address, this.#credentials(), (error, port) => {
        this.port = port;
        if (error) reject(error);
        else resolve();
      });
    });
  }

  stop(): void {
    this.#server?.forceShutdown();
  }

  #credentials(): ServerCredentials {
    if (!this.#security) return ServerCredentials.createInsecure();
    const { certificate, key } = this.#security;
    return ServerCredentials.createSsl(null, [{ cert_chain: certificate, private_key: key }]);
  }

  async #append(
    call: ServerReadableStream<Streams.AppendReq, Streams.AppendResp>,
    answer: sendUnaryData<Streams.AppendResp>,
  ): Promise<void> {
    this.calls.append += 1;
    const fault = this.#refusal(call.metadata) ?? this.faults.meet('append');
    // A client that disconnects during its call has sent no whole request.
    const request = await readAppendCall(call).catch(() => null);
    if (!request) return;
    const { stream, events, expected } = request;
    if (fault?.kind === 'refuse') answer(fault);
    if (isNotExecuted(fault)) return;
    const outcome = this.log.append(stream, events, expected);
    if (fault?.kind === 'lose-answer') return;
    await lateness(fault);
    if (fault?.kind === 'break-off') answer(connectionDropped);
    else answer(null, outcomeMessage(outcome));
  }

  /** Appends before it awaits anything, so in the order of the requests, and nothing more once the call has ended. */
  async #appendNext(call: BatchCall, request: Streams.BatchAppendReq): Promise<void> {
    if (call.cancelled || this.#broken.has(call)) return;
    this.calls.append += 1;
    const fault = this.#refusal(call.metadata) ?? this.faults.meet('append');
    // A server that is not ready may be so before the next append.
    if (fault?.kind === 'refuse' && fault.code === status.UNAVAILABLE)
      call.write(batchedMessage(request, { kind: 'refused', details: fault.details }));
    else if (fault?.kind === 'refuse') this.#break(call, fault);
    if (isNotExecuted(fault)) return;
    const { stream, events, expected } = readBatchedAppend(request);
    const outcome = this.log.append(stream, events, expected);
    if (fault?.kind === 'lose-answer') return;
    if (fault?.kind === 'break-off') this.#break(call, connectionDropped);
    await lateness(fault);
    if (!this.#broken.has(call)) call.write(batchedMessage(request, outcome));
  }

  /** Ends the call: requests that came already are not executed, and nothing more is sent. */
  #break(call: BatchCall, error: Refusal | typeof connectionDropped): void {
    this.#broken.add(call);
    call.emit('error', error);
  }

  async #read(call: ServerWritableStream<Streams.ReadReq, Streams.ReadResp>): Promise<void> {
    this.calls.read += 1;
    const fault = this.#refusal(call.metadata) ?? this.faults.meet('read');
    if (fault?.kind === 'refuse') call.emit('error', fault);
    if (isNotExecuted(fault)) return;
    await lateness(fault);
    answerRead(this.log, call, fault);
  }

  /** A node that does not lead names the leader, if there is one. */
  #refusal(caller: Metadata): Refusal | undefined {
    if (this.#security) {
      const expected = `Basic ${Buffer.from(this.#security.credentials).toString('base64')}`;
      if (caller.get('authorization')[0] !== expected) return unauthenticated;
    }
    const leader = this.members().find(({ isLeader }) => isLeader);
    if (!leader) return unavailable;
    if (leader.port === this.port) return undefined;
    const metadata = new Metadata();
    metadata.set('exception', 'not-leader');
    metadata.set('leader-endpoint-host', '127.0.0.1');
    metadata.set('leader-endpoint-port', String(leader.port));
    return { kind: 'refuse', code: status.NOT_FOUND, details: 'Leader info available', metadata };
  }
}

type BatchCall = ServerDuplexStream<Streams.BatchAppendReq, Streams.BatchAppendResp>;

function clusterInfo(members: readonly Member[]): Gossip.ClusterInfo {
  const { LEADER, FOLLOWER, UNKNOWN } = gossip.MemberInfo.VNodeState;
  const hasLeader = members.some(({ isLeader }) => isLeader);
  const list = members.map(({ port, isAlive, isLeader }) =>
    new gossip.MemberInfo()
      .setState(isLeader ? LEADER : hasLeader ? FOLLOWER : UNKNOWN)
      .setIsAlive(isAlive)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
  );
  return new gossip.ClusterInfo().setMembersList(list);
}

function isNotExecuted(fault: Fault | undefined): boolean {
  return fault?.kind === 'refuse' || fault?.kind === 'silence';
}

async function lateness(fault: Fault | undefined): Promise<void> {
  if (fault?.kind === 'answer-late') await delay(fault.ms);
}
