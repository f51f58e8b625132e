import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Credentials } from '@eventstore/db-client';
import { WrongServerSetting } from '../event-store.ts';

/** The address of an EventStoreDB cannot be used. The message never repeats it, as it may hold a password. */
export class UnusableAddress extends Error {
  override readonly name = 'UnusableAddress';

  constructor(reason: string) {
    super(`The address of EventStoreDB cannot be used: ${reason}.`);
  }
}

export type Address = {
  /** Without the credentials, so that no log shows them. */
  readonly connectionString: string;
  readonly credentials: Credentials;
  readonly hosts: readonly { readonly name: string; readonly port: number }[];
  /** Null without TLS. */
  readonly tls: { readonly caFile: string | null; readonly isVerified: boolean } | null;
};

const shape =
  /^(?<scheme>esdb(?:\+discover)?:\/\/)(?:(?<name>[^:@/?]+):(?<password>[^@/?]+)@)?(?<hosts>[^@/?]+)\/?(?:\?(?<options>.*))?$/;

/** A client that gives up its search for a leader ends the process, and an election takes longer than its usual 10 attempts. */
const forever = '1000000000';

/** @throws UnusableAddress */
export function parseAddress(url: string): Address {
  const { scheme, name, password, hosts, options } = shape.exec(url)?.groups ?? {};
  if (!scheme || !hosts)
    throw new UnusableAddress('it must look like esdb://name:password@host:2113');
  const given = new URLSearchParams(options);
  // With it the client hides refused appends.
  for (const [name] of namedLike(given, 'throwOnAppendFailure')) given.delete(name);
  const isSecure = optionOf(given, 'tls') !== 'false';
  if (!name && isSecure)
    throw new UnusableAddress('it needs a user name and a password, or ?tls=false');
  const isCluster = scheme.includes('discover') || hosts.includes(',');
  if (isCluster && optionOf(given, 'maxDiscoverAttempts') === null)
    given.set('maxDiscoverAttempts', forever);
  return {
    connectionString: `${scheme}${hosts}${given.size > 0 ? `?${given.toString()}` : ''}`,
    credentials: { username: decode(name ?? ''), password: decode(password ?? '') },
    hosts: hosts.split(',').map(parseHost),
    tls: isSecure
      ? {
          caFile: optionOf(given, 'tlsCAFile'),
          isVerified: optionOf(given, 'tlsVerifyCert') !== 'false',
        }
      : null,
  };
}

const usualPort = 2113;

function parseHost(host: string): Address['hosts'][number] {
  const [name = '', port = usualPort] = host.split(':');
  return { name, port: Number(port) };
}

function optionOf(options: URLSearchParams, name: string): string | null {
  return namedLike(options, name)[0]?.[1] ?? null;
}

/** The client takes the names of options in any spelling. */
function namedLike(options: URLSearchParams, name: string): readonly [string, string][] {
  const flat = (text: string) => text.replace(/[_-]/g, '').toLowerCase();
  return [...options].filter(([key]) => flat(key) === flat(name));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UnusableAddress('its user name or password is not percent-encoded');
  }
}

/** What a server did when it was greeted with TLS. */
type Greeting =
  | { readonly kind: 'trusted' | 'no-tls' | 'unreachable' }
  | { readonly kind: 'untrusted'; readonly reason: string };

const timeoutMs = 2_000;

/**
 * Finds out whether the servers speak TLS as their address says, which the client reports like any other outage. A server that
 * cannot be reached is no error.
 *
 * @throws WrongServerSetting
 */
export async function requireFittingTls({ hosts, tls }: Address): Promise<void> {
  for (const host of hosts) {
    const greeting = await greet(host, tls);
    if (greeting.kind === 'unreachable') continue;
    const problem = problemOf(greeting, tls !== null);
    if (problem) throw new WrongServerSetting(problem);
    return;
  }
}

function problemOf(greeting: Greeting, isSecure: boolean): string | null {
  if (!isSecure)
    return greeting.kind === 'no-tls'
      ? null
      : 'EventStoreDB requires TLS: remove tls=false from EVENTSTORE_URL, and name its certificate authority with tlsCAFile.';
  if (greeting.kind === 'no-tls')
    return 'EventStoreDB does not speak TLS: add tls=false to EVENTSTORE_URL, or run the server with a certificate.';
  if (greeting.kind === 'untrusted')
    return `The certificate of EventStoreDB is not trusted (${greeting.reason}): name its certificate authority with tlsCAFile in EVENTSTORE_URL, and the server as its certificate does.`;
  return null;
}

function greet({ name, port }: Address['hosts'][number], tls: Address['tls']): Promise<Greeting> {
  return new Promise((resolve) => {
    const finish = (greeting: Greeting) => {
      socket.destroy();
      resolve(greeting);
    };
    const socket = connect({
      host: name,
      port,
      ...(!isIP(name) && { servername: name }),
      ALPNProtocols: ['h2'],
      rejectUnauthorized: false,
      timeout: timeoutMs,
      ...(tls?.caFile && { ca: readFileSync(tls.caFile) }),
    });
    socket.on('secureConnect', () => {
      const isTrusted = socket.authorized || tls?.isVerified === false;
      // A code such as DEPTH_ZERO_SELF_SIGNED_CERT, whatever its type says.
      const reason = String(socket.authorizationError);
      finish(isTrusted ? { kind: 'trusted' } : { kind: 'untrusted', reason });
    });
    socket.on('timeout', () => finish({ kind: 'unreachable' }));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isProtocol = error.code === 'EPROTO' || error.code?.startsWith('ERR_SSL') === true;
      finish({ kind: isProtocol ? 'no-tls' : 'unreachable' });
    });
  });
}
