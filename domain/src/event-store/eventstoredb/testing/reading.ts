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
  send(call, found, fault);
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
  if (isBackwards(options)) return before(events, events.length, options);
  return from(events, place?.hasRevision() ? Number(place.getRevision()) : 0, options);
}

function ofAll(all: readonly LoggedEvent[], options: ReadOptions): readonly LoggedEvent[] {
  const place = options.getAll()?.getPosition();
  const index = place && indexOf(all, Number(place.getCommitPosition()));
  return isBackwards(options)
    ? before(all, index ?? all.length, options)
    : from(all, index ?? 0, options);
}

function from(events: readonly LoggedEvent[], index: number, options: ReadOptions) {
  return events.slice(index, index + Number(options.getCount()));
}

function before(events: readonly LoggedEvent[], index: number, options: ReadOptions) {
  return events.slice(Math.max(0, index - Number(options.getCount())), index).toReversed();
}

/** The index of the first event at a position or after it. */
function indexOf(all: readonly LoggedEvent[], position: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.position ?? Infinity) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
