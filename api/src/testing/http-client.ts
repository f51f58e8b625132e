import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

type Call = {
  readonly method?: string;
  /** Sent as JSON, unless it is a string or a form. */
  readonly body?: unknown;
  readonly as?: { readonly token: string } | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined if it is none. */
  readonly json: unknown;
};

export type HttpClient = {
  readonly get: (path: string, call?: Call) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, call?: Call) => Promise<Answer>;
  readonly put: (path: string, body?: unknown, call?: Call) => Promise<Answer>;
  readonly remove: (path: string, call?: Call) => Promise<Answer>;
  readonly send: (path: string, call: Call) => Promise<Answer>;
};

/** The user agent of a browser: counted as a visitor. */
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/** A client of the site at `url`. It returns each answer once `settle` is done with it. */
export function httpClient(
  url: string,
  settle: (answer: Answer) => Promise<void> = async () => undefined,
): HttpClient {
  const send = async (path: string, call: Call): Promise<Answer> => {
    const response = await fetch(url + path, {
      method: call.method ?? 'GET',
      redirect: 'manual',
      headers: { 'User-Agent': browser, ...headersOf(call) },
      ...(call.body !== undefined && { body: encode(call.body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    const answer = { status, headers, text, json: parse(text) };
    await settle(answer);
    return answer;
  };
  return {
    send,
    get: (path, call) => send(path, { ...call }),
    post: (path, body, call) => send(path, { ...call, method: 'POST', body }),
    put: (path, body, call) => send(path, { ...call, method: 'PUT', body }),
    remove: (path, call) => send(path, { ...call, method: 'DELETE' }),
  };
}

function headersOf({ body, as, headers }: Call): Record<string, string> {
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof FormData);
  return {
    ...(isJson && { 'Content-Type': 'application/json' }),
    ...(as && { Authorization: `Bearer ${as.token}` }),
    ...headers,
  };
}

function encode(body: unknown): string | FormData {
  return typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type RawAnswer = {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

type RawCall = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as chunks, without Content-Length. */
  readonly chunks?: readonly string[];
};

/** Sends exactly this request: `fetch` would normalise the path, add headers and decompress the response. */
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
