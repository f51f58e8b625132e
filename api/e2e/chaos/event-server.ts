import { startGrpcPeer } from '@directory/domain/event-store/eventstoredb/testing';
import { openJournal } from '@directory/domain/event-store/eventstoredb/testing/journal';

/** Speaks EventStoreDB's protocol as a process of its own, which can be killed; prints its address when it answers. */
const [port, file = ''] = process.argv.slice(2);
const { url } = await startGrpcPeer({ port: Number(port), journal: openJournal(file) });
console.log(url);
