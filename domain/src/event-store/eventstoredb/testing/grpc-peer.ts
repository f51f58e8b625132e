import { setTimeout as delay } from 'node:timers/promises';
import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { connectionDropped, faults, type CallKind, type Fault, type Faults } from './faults.ts';
import { memoryLog, type Journal, type MemoryLog } from './memory-log.ts';
import { outcomeMessage, readAppendCall } from './messages.ts';
import { answerRead, answerSubscription } from './reading.ts';
import { gossip, gossipService, streamsService, type Gossip, type Streams } from './stubs.ts';

export type GrpcPeer = {
  /** For the client; the same after `stop` and `start`. */
  readonly url: string;
  readonly discoverUrl: string;
  /** Its log, which remains while it is stopped. */
  readonly log: MemoryLog;
  readonly faults: Faults;
  /** How often each was called. */
  readonly calls: Readonly<Record<CallKind, number>>;
  readonly subscribers: () => number;
  /** Drops all live subscribers, as the server drops slow consumers. */
  readonly dropSubscribers: () => void;
  readonly stop: () => void;
  readonly start: () => Promise<void>;
};

type PeerOptions = {
  /** A free one when it is left out. */
  readonly port?: number;
  /** Without one, nothing outlives the process. */
  readonly journal?: Journal;
};

/** Speaks EventStoreDB's protocol on a port of this machine, well enough for the client, and injects faults. */
export async function startGrpcPeer(options: PeerOptions = {}): Promise<GrpcPeer> {
  const peer = new Peer(options);
  await peer.start();
  const url = `127.0.0.1:${peer.port}?tls=false`;
  return {
    url: `esdb://${url}`,
    discoverUrl: `esdb+discover://${url}`,
    log: peer.log,
    faults: peer.faults,
    calls: peer.calls,
    subscribers: () => peer.subscribers.size,
    dropSubscribers: () => {
      for (const drop of peer.subscribers) drop();
    },
    stop: () => {
      peer.stop();
    },
    start: () => peer.start(),
  };
}

class Peer {
  readonly log: MemoryLog;
  readonly faults = faults();
  readonly calls: Record<CallKind, number> = { append: 0, read: 0, subscribe: 0 };
  readonly subscribers = new Set<() => void>();
  port: number;
  #server: Server | undefined;

  constructor({ port = 0, journal }: PeerOptions) {
    this.port = port;
    this.log = memoryLog(journal);
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
    });
    server.addService(gossipService, {
      read: (_call: unknown, answer: sendUnaryData<Gossip.ClusterInfo>) => {
        answer(null, this.#members());
      },
    });
    return new Promise((resolve, reject) => {
      const address = `127.0.0.1:${this.port}`;
      server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
        this.port = port;
        if (error) reject(error);
        else resolve();
      });
    });
  }

  stop(): void {
    this.#server?.forceShutdown();
    this.subscribers.clear();
  }

  async #append(
    call: ServerReadableStream<Streams.AppendReq, Streams.AppendResp>,
    answer: sendUnaryData<Streams.AppendResp>,
  ): Promise<void> {
    this.calls.append += 1;
    const fault = this.faults.meet('append');
    // A client that disconnects during its call has sent no whole request.
    const request = await readAppendCall(call).catch(() => null);
    if (!request) return;
    const { stream, events, expected } = request;
    if (fault?.kind === 'refuse') answer(fault);
    if (isNotDone(fault)) return;
    const outcome = this.log.append(stream, events, expected);
    if (fault?.kind === 'lose-answer') return;
    await lateness(fault);
    if (fault?.kind === 'break-off') answer(connectionDropped);
    else answer(null, outcomeMessage(outcome));
  }

  async #read(call: ServerWritableStream<Streams.ReadReq, Streams.ReadResp>): Promise<void> {
    const isSubscription = call.request.getOptions()?.hasSubscription() === true;
    const kind = isSubscription ? 'subscribe' : 'read';
    this.calls[kind] += 1;
    const fault = this.faults.meet(kind);
    if (fault?.kind === 'refuse') call.emit('error', fault);
    if (isNotDone(fault)) return;
    await lateness(fault);
    if (isSubscription) this.#subscribe(call);
    else answerRead(this.log, call, fault);
  }

  #subscribe(call: ServerWritableStream<Streams.ReadReq, Streams.ReadResp>): void {
    const drop = answerSubscription(this.log, call);
    const dropped = () => {
      this.subscribers.delete(dropped);
      drop();
    };
    this.subscribers.add(dropped);
    call.on('cancelled', () => this.subscribers.delete(dropped));
  }

  #members(): Gossip.ClusterInfo {
    const endPoint = new gossip.EndPoint().setAddress('127.0.0.1').setPort(this.port);
    const leader = new gossip.MemberInfo()
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(endPoint);
    return new gossip.ClusterInfo().setMembersList([leader]);
  }
}

function isNotDone(fault: Fault | undefined): boolean {
  return fault?.kind === 'refuse' || fault?.kind === 'silence';
}

async function lateness(fault: Fault | undefined): Promise<void> {
  if (fault?.kind === 'answer-late') await delay(fault.ms);
}
