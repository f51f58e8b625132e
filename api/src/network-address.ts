import { isIPv4 } from 'node:net';

/** Whether a host name or an IP address is that of this machine itself. */
export function isLoopback(host: string): boolean {
  return /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Some gateways write the port of the client into X-Forwarded-For. */
export function withoutPort(address: string): string {
  return address.replace(/^([\d.]+):\d+$/, '$1').replace(/^\[(.+)\](:\d+)?$/, '$1');
}

/** A household has a network of 2^64 IPv6 addresses, which counts as one client. */
export function networkOf(address: string): string {
  const mapped = withoutPort(address.replace(/^::ffff:/i, ''));
  if (isIPv4(mapped) || !mapped.includes(':')) return mapped;
  const [head = '', tail = ''] = mapped.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
