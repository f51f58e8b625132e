import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { WrongServerSetting } from '../event-store.ts';
import type { Address } from './address.ts';

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
