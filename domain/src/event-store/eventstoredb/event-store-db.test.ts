import { afterAll, vi } from 'vitest';
import { eventStoreContract } from '../contract.suite.ts';
import { openEventStoreDb } from './event-store-db.ts';
import { orderedAppendingContract } from './ordered-appending.suite.ts';
import { startGrpcPeer } from './testing/grpc-peer.ts';

vi.setConfig({ testTimeout: 30_000 });

const peer = await startGrpcPeer();
afterAll(peer.stop);

eventStoreContract('EventStoreDB client on a peer', () => openEventStoreDb({ url: peer.url }));
orderedAppendingContract('EventStoreDB client on a peer', () =>
  openEventStoreDb({ url: peer.url }),
);
