import { createRequire } from 'node:module';
import type * as GossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type * as Gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as StreamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as Statuses from '@eventstore/db-client/generated/status_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';

export type { Gossip, Shared, Streams };

const load = createRequire(import.meta.url);
const from = '@eventstore/db-client/generated';

/** The client's own stubs: CommonJS whose names no import can see, so their types have to be claimed. */
export const streams = load(`${from}/streams_pb.js`) as typeof Streams;
export const shared = load(`${from}/shared_pb.js`) as typeof Shared;
export const statuses = load(`${from}/status_pb.js`) as typeof Statuses;
export const gossip = load(`${from}/gossip_pb.js`) as typeof Gossip;
const { StreamsService: streamsService } = load(
  `${from}/streams_grpc_pb.js`,
) as typeof StreamsService;
const { GossipService: gossipService } = load(`${from}/gossip_grpc_pb.js`) as typeof GossipService;
export { gossipService, streamsService };

type Details = NonNullable<ReturnType<Statuses.Status['getDetails']>>;
const { Any } = createRequire(load.resolve('@eventstore/db-client'))(
  'google-protobuf/google/protobuf/any_pb.js',
) as { readonly Any: new () => Details };
export { Any };
