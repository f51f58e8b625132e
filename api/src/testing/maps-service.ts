import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

type RecordedRequest = {
  readonly path: string;
  readonly agent: string | undefined;
  readonly at: number;
};

/** A local stub of the public maps service that records requests. */
export async function openMapsService() {
  const requests: RecordedRequest[] = [];
  let answer = (response: ServerResponse): void => {
    response.end('[]');
  };
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, agent: agentOf(headers), at: performance.now() });
    response.setHeader('Content-Type', 'application/json');
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    respondWith(body: unknown, status = 200) {
      answer = (response) => {
        response.statusCode = status;
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      };
    },
    redirectTo(location: string) {
      answer = (response) => {
        response.writeHead(302, { Location: location }).end();
      };
    },
    neverRespond() {
      answer = () => undefined;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function agentOf(headers: IncomingHttpHeaders): string | undefined {
  return headers['user-agent'];
}
