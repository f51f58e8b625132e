import {
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
} from 'node:worker_threads';
import { groupCommit, type AppendRequest, type FromWriter, type ToWriter } from './group-commit.ts';
import { openLogFile } from './log-file.ts';

/** Large enough to share a sync, small enough for a short wait. */
const maxBatchSize = 1000;

if (parentPort) serve(parentPort, String(workerData));

/** The thread that writes the log, so that syncs and checkpoints do not block the event loop of the server. */
function serve(port: MessagePort, file: string): void {
  const db = openLogFile(file);
  const commit = groupCommit(db);

  port.on('message', (message: ToWriter) => {
    const { requests, isLast } = gather(port, message);
    for (let start = 0; start < requests.length; start += maxBatchSize) {
      const outcomes: FromWriter = commit(requests.slice(start, start + maxBatchSize));
      port.postMessage(outcomes);
    }
    if (!isLast) return;
    db.close();
    port.close();
  });
}

/** Takes along what came in while the last commit was under way. */
function gather(port: MessagePort, first: ToWriter) {
  const requests: AppendRequest[] = [];
  let message: ToWriter | undefined = first;
  while (message !== undefined && message !== 'close') {
    requests.push(...message);
    message = requests.length < maxBatchSize ? nextWaiting(port) : undefined;
  }
  return { requests, isLast: message === 'close' };
}

function nextWaiting(port: MessagePort): ToWriter | undefined {
  const received: { readonly message: ToWriter } | undefined = receiveMessageOnPort(port);
  return received?.message;
}
