import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export type RawAnswer = {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

type RawCall = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent piece by piece, without its length. */
  readonly chunks?: readonly string[];
};

/** A request as it is given: `fetch` tidies up paths, adds headers and unpacks what comes. */
export function rawRequest(
  site: string,
  path: string,
  { method = 'GET', headers = {}, chunks = [] }: RawCall = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(site);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        resolve({ status: response.statusCode, headers: response.headers, body });
      });
    });
    sent.on('error', reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}
