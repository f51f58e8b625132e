import { createServer, type ServerResponse } from 'node:http';
import { listenHere } from '@directory/domain/testing/free-port';

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
    requests.push({ path: url, agent: headers['user-agent'], at: performance.now() });
    response.setHeader('Content-Type', 'application/json');
    answer(response);
  });
  const port = await listenHere(server);
  return {
    url: `http://127.0.0.1:${port}`,
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
