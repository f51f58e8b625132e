import { startGrpcPeer } from '@directory/domain/event-store/eventstoredb/testing';
import { openJournal } from '@directory/domain/event-store/eventstoredb/testing/journal';

/** A simulated EventStoreDB as a process that can be killed; prints its address when it listens. */
const [port, file = ''] = process.argv.slice(2);
const { url } = await startGrpcPeer({ port: Number(port), journal: openJournal(file) });
console.log(url);
