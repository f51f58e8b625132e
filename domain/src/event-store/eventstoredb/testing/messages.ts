import type { ServerReadableStream } from '@grpc/grpc-js';
import type { Expected, LoggedEvent, Outcome, ProposedEvent } from './memory-log.ts';
import { Any, shared, statuses, streams, type Streams } from './stubs.ts';

/** When all events were created, in steps of 100 ns, as .NET counts time. */
const created = String(BigInt(Date.parse('2026-11-21T08:00:00Z')) * 10_000n);

export function eventMessage(event: LoggedEvent): Streams.ReadResp {
  const { RecordedEvent } = streams.ReadResp.ReadEvent;
  const position = String(event.position);
  const recorded = new RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(streamIdentifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setPreparePosition(position)
    .setCommitPosition(position)
    .setCustomMetadata(event.metadata)
    .setData(event.data);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', created);
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position);
  return new streams.ReadResp().setEvent(read);
}

export function notFoundMessage(stream: string): Streams.ReadResp {
  const notFound = new streams.ReadResp.StreamNotFound();
  return new streams.ReadResp().setStreamNotFound(
    notFound.setStreamIdentifier(streamIdentifier(stream)),
  );
}

export function outcomeMessage(outcome: Outcome): Streams.AppendResp {
  const response = new streams.AppendResp();
  if (outcome.kind === 'appended') {
    const { position, revision } = outcome.last;
    const place = new streams.AppendResp.Position()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position));
    const success = new streams.AppendResp.Success().setCurrentRevision(String(revision));
    return response.setSuccess(success.setPosition(place));
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (outcome.current === 'none') wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(outcome.current));
  return response.setWrongExpectedVersion(wrong);
}

/** An error or the outcome of one append of a batch. */
export function batchedMessage(
  request: Streams.BatchAppendReq,
  outcome: Outcome | { readonly kind: 'refused'; readonly details: string },
): Streams.BatchAppendResp {
  const response = new streams.BatchAppendResp()
    .setCorrelationId(request.getCorrelationId())
    .setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
  if (outcome.kind === 'refused')
    return response.setError(
      statusMessage(outcome.details, new shared.Empty(), 'google.protobuf.Empty'),
    );
  if (outcome.kind === 'appended') {
    const { position, revision } = outcome.last;
    const place = new shared.AllStreamPosition()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position));
    const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(revision));
    return response.setSuccess(success.setPosition(place));
  }
  const wrong = new shared.WrongExpectedVersion();
  if (outcome.current !== 'none') wrong.setCurrentStreamRevision(String(outcome.current));
  return response.setError(
    statusMessage('WrongExpectedVersion', wrong, 'event_store.client.WrongExpectedVersion'),
  );
}

function statusMessage(text: string, details: { serializeBinary(): Uint8Array }, name: string) {
  const packed = new Any();
  packed.pack(details.serializeBinary(), name);
  return new statuses.Status().setMessage(text).setDetails(packed);
}

export function readBatchedAppend(request: Streams.BatchAppendReq): AppendCall {
  const options = request.getOptions();
  return {
    stream: streamName(options?.getStreamIdentifier()),
    expected: options?.hasNoStream() ? 'none' : Number(options?.getStreamPosition()),
    events: request.getProposedMessagesList().map(proposedEvent),
  };
}

export type AppendCall = {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly ProposedEvent[];
};

export async function readAppendCall(
  call: ServerReadableStream<Streams.AppendReq, Streams.AppendResp>,
): Promise<AppendCall> {
  const events: ProposedEvent[] = [];
  let options: Streams.AppendReq.Options | undefined;
  for await (const request of call as AsyncIterable<Streams.AppendReq>) {
    options ??= request.getOptions();
    const message = request.getProposedMessage();
    if (message) events.push(proposedEvent(message));
  }
  return {
    stream: streamName(options?.getStreamIdentifier()),
    expected: options ? expectedOf(options) : 'any',
    events,
  };
}

export function streamName(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return identifier ? Buffer.from(identifier.getStreamName_asU8()).toString('utf8') : '';
}

function expectedOf(options: Streams.AppendReq.Options): Expected {
  if (options.hasNoStream()) return 'none';
  return options.hasRevision() ? Number(options.getRevision()) : 'any';
}

function proposedEvent(
  message: Streams.AppendReq.ProposedMessage | Streams.BatchAppendReq.ProposedMessage,
): ProposedEvent {
  const described = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: described.get('type') ?? '',
    contentType: described.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

function streamIdentifier(name: string) {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(name, 'utf8'));
}
