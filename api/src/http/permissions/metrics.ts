import type { Viewer } from '../request-state.ts';

type Client = {
  readonly address: string | undefined;
  /** Whether a proxy passed the request on: then the address is only the proxy's. */
  readonly isForwarded: boolean;
};

/** The machine itself, or an admin from anywhere. */
export function canReadMetrics(viewer: Viewer, { address, isForwarded }: Client): boolean {
  return viewer.role === 'admin' || (isLoopback(address) && !isForwarded);
}

function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/i, '');
  return plain === '::1' || (plain?.startsWith('127.') ?? false);
}
