import { randomUUID } from 'node:crypto';
import { AccessDeniedError, convertToCommandError } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import service from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  bytesOfAppend,
  OutOfOrder,
  TooLarge,
  toPosition,
  Unavailable,
  WrongRevision,
  type OrderedEventStore,
  type PlacedEvent,
  type Position,
} from '../event-store.ts';
import { noAnswer, toLogError, type Connection } from './connection.ts';
import { toRevision } from './stored-event.ts';

/**
 * Sends all events with one call of `BatchAppend`: the server takes what comes by one call in its order, and nothing more once the
 * call has ended, so that an interruption leaves the first ones. The client uses `BatchAppend` differently: an append may come by
 * another call than the one before, each has its own deadline, and all clients of a process share their open appends.
 */
export function orderedAppender(connection: Connection): OrderedEventStore['appendInOrder'] {
  const { client, options } = connection;

  const send = (requests: readonly Streams.BatchAppendReq[]) =>
    client['execute'](service.StreamsClient, 'batchAppend', (stub) => {
      const call = stub.batchAppend(...client['callArguments'](options, { deadline: Infinity }));
      return exchange(call, requests, connection);
    }).catch((error: unknown) => {
      throw toLogError(error instanceof Error ? convertToCommandError(error) : error);
    });

  return async (events, { after }) => {
    if (events.length === 0) return after;
    const round = events.map((event) => ({ id: randomUUID(), event }));
    const responses = await send(round.map(({ id, event }) => requestOf(id, event)));
    const outcomes = round.map(({ id, event }) => outcomeOf(responses.get(id), event));
    return lastPosition(outcomes, after);
  };
}

type Call = ReturnType<InstanceType<typeof service.StreamsClient>['batchAppend']>;

/**
 * Resolves with a response to each request, by its id. Then the call is cancelled: when a client ends it, servers may leave out
 * responses.
 */
function exchange(
  call: Call,
  requests: readonly Streams.BatchAppendReq[],
  { timeoutMs, closing }: Connection,
): Promise<ReadonlyMap<string, Streams.BatchAppendResp>> {
  return new Promise((resolve, reject) => {
    const responses = new Map<string, Streams.BatchAppendResp>();
    const finish = (settle: () => void) => {
      clearTimeout(silence);
      closing.signal.removeEventListener('abort', giveUp);
      settle();
      call.cancel();
    };
    const fail = (error: Error) => {
      finish(() => reject(error));
    };
    const giveUp = () => fail(new Unavailable('the log was closed'));
    const silence = setTimeout(() => fail(noAnswer()), timeoutMs);
    closing.signal.addEventListener('abort', giveUp);
    call.on('data', (response: Streams.BatchAppendResp) => {
      silence.refresh();
      responses.set(response.getCorrelationId()?.getString() ?? '', response);
      if (responses.size === requests.length) finish(() => resolve(responses));
    });
    call.on('error', fail);
    call.on('end', () => fail(new Unavailable('EventStoreDB ended its response early')));
    for (const request of requests) call.write(request);
  });
}

/** The request has no deadline, so that the server never leaves out an event and takes the next. @throws TooLarge */
function requestOf(id: string, event: PlacedEvent): Streams.BatchAppendReq {
  const data = Buffer.from(JSON.stringify(event.data));
  const metadata = Buffer.from(JSON.stringify(event.metadata));
  bytesOfAppend(event.stream, [{ data, metadata }]);
  const { BatchAppendReq } = streams;
  const options = new BatchAppendReq.Options().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)),
  );
  if (event.revision === 0) options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(event.revision - 1));
  const message = new BatchAppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(event.id))
    .setData(data)
    .setCustomMetadata(metadata);
  message.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
  return new BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList([message])
    .setIsFinal(true);
}

type Outcome = Position | Error;

function outcomeOf(response: Streams.BatchAppendResp | undefined, event: PlacedEvent): Outcome {
  const position = response?.getSuccess()?.getPosition();
  if (position) return toPosition(BigInt(position.getCommitPosition()));
  const error = response?.getError();
  return error
    ? errorOf(error, event)
    : new Unavailable('EventStoreDB did not say where it appended');
}

function errorOf(status: Status, { stream, revision }: PlacedEvent): Error {
  const details = status.getDetails();
  switch (details?.getTypeName() ?? '') {
    case 'event_store.client.WrongExpectedVersion': {
      const wrong = details?.unpack(
        (bytes) => shared.WrongExpectedVersion.deserializeBinary(bytes),
        'event_store.client.WrongExpectedVersion',
      );
      const actual = wrong?.hasCurrentStreamRevision()
        ? toRevision(BigInt(wrong.getCurrentStreamRevision()))
        : 'none';
      return new WrongRevision(stream, revision === 0 ? 'none' : revision - 1, actual);
    }
    case 'event_store.client.AccessDenied':
      return toLogError(new AccessDeniedError());
    case 'event_store.client.MaximumAppendSizeExceeded':
      return new TooLarge(`EventStoreDB takes less than an event of ${stream}`);
    case 'event_store.client.Timeout':
      return noAnswer();
    default:
      return new Unavailable(`EventStoreDB refused an event: ${status.getMessage()}`);
  }
}

/** @throws the first error, or OutOfOrder if later events are in the log nevertheless */
function lastPosition(outcomes: readonly Outcome[], after: Position): Position {
  let last = after;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome instanceof Error) {
      const isGap = outcomes.slice(index).some((later) => !(later instanceof Error));
      throw isGap && !(outcome instanceof WrongRevision)
        ? new OutOfOrder({ cause: outcome })
        : outcome;
    }
    if (outcome < last) throw new OutOfOrder();
    last = outcome;
  }
  return last;
}
