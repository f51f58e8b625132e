import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Answer } from './servers.ts';

/** A bare `node:http` server that sends the answer on its standard input to every request; prints its address when it listens. */
const { status, headers, body } = (await json(process.stdin)) as Answer;
const bytes = Buffer.from(body, 'base64');
const server = createServer((_, response) => response.writeHead(status, headers).end(bytes));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    console.log(`http://127.0.0.1:${address.port}`);
});
