import type { ServerWritableStream } from '@grpc/grpc-js';
import { connectionDropped, type Fault } from './faults.ts';
import type { LoggedEvent, MemoryLog } from './memory-log.ts';
import { eventMessage, notFoundMessage, streamName } from './messages.ts';
import { streams, type Streams } from './stubs.ts';

type ReadCall = ServerWritableStream<Streams.ReadReq, Streams.ReadResp>;
type ReadOptions = Streams.ReadReq.Options;

export function answerRead(log: MemoryLog, call: ReadCall, fault: Fault | undefined): void {
  const options = call.request.getOptions();
  if (!options) throw new Error('a read without options');
  const stream = options.getStream();
  const name = streamName(stream?.getStreamIdentifier());
  if (stream && log.stream(name).length === 0) {
    call.write(notFoundMessage(name));
    call.end();
    return;
  }
  const found = stream ? ofStream(log.stream(name), options) : ofAll(log.all, options);
  const count = Number(options.getCount());
  send(call, found.slice(0, count), fault);
}

function send(call: ReadCall, events: readonly LoggedEvent[], fault: Fault | undefined): void {
  const isCut = fault?.kind === 'end-early' || fault?.kind === 'break-off';
  for (const event of isCut ? events.slice(0, fault.events) : events)
    call.write(eventMessage(event));
  if (fault?.kind === 'break-off') call.emit('error', connectionDropped);
  else call.end();
}

function isBackwards(options: ReadOptions): boolean {
  return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
}

function ofStream(events: readonly LoggedEvent[], options: ReadOptions): readonly LoggedEvent[] {
  const place = options.getStream();
  if (isBackwards(options)) return events.toReversed();
  return place?.hasRevision()
    ? events.filter(({ revision }) => revision >= Number(place.getRevision()))
    : events;
}

function ofAll(all: readonly LoggedEvent[], options: ReadOptions): readonly LoggedEvent[] {
  const place = options.getAll()?.getPosition();
  const position = place ? Number(place.getCommitPosition()) : undefined;
  if (isBackwards(options))
    return all.filter((event) => position === undefined || event.position < position).toReversed();
  return position === undefined ? all : all.filter((event) => event.position >= position);
}
