import type { Credentials } from '@eventstore/db-client';
import { NamedError } from '../../shared/unknown.ts';

/** The address of an EventStoreDB cannot be used. The message never repeats it, as it may hold a password. */
export class UnusableAddress extends NamedError {
  constructor(reason: string) {
    super(`The address of EventStoreDB cannot be used: ${reason}.`);
  }
}

export type Address = {
  /** The address without the credentials, so that no log shows them. */
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
  // The client reads a plus as itself, and not as a space.
  const given = new URLSearchParams(options?.replaceAll('+', '%2B'));
  // With this option the client hides refused appends.
  for (const [name] of namedLike(given, 'throwOnAppendFailure')) given.delete(name);
  const isSecure = optionOf(given, 'tls') !== 'false';
  if (!name && isSecure)
    throw new UnusableAddress('it needs a user name and a password, or ?tls=false');
  const isCluster = scheme.includes('discover') || hosts.includes(',');
  if (isCluster && optionOf(given, 'maxDiscoverAttempts') === null)
    given.set('maxDiscoverAttempts', forever);
  return {
    connectionString: `${scheme}${hosts}${given.size > 0 ? `?${given.toString().replaceAll('+', '%20')}` : ''}`,
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

const defaultPort = 2113;

function parseHost(host: string): Address['hosts'][number] {
  const [name = '', port = defaultPort] = host.split(':');
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
