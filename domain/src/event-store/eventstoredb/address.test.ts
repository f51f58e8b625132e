import { expect, test } from 'vitest';
import { parseAddress, UnusableAddress } from './address.ts';
import { openEventStoreDb } from './event-store-db.ts';

test('parseAddress separates and decodes the credentials', () => {
  expect(parseAddress('esdb://admin:p%40ss%3Aword@db.example:2113/?tlsCAFile=/ca.pem')).toEqual({
    connectionString: 'esdb://db.example:2113?tlsCAFile=%2Fca.pem',
    credentials: { username: 'admin', password: 'p@ss:word' },
    hosts: [{ name: 'db.example', port: 2113 }],
    tls: { caFile: '/ca.pem', isVerified: true },
  });
});

test('parseAddress leaves spaces and plus signs of a path as they are', () => {
  const { connectionString, tls } = parseAddress('esdb://a:b@c:1?tlsCAFile=/my%20c+a.pem');
  expect(tls?.caFile).toBe('/my c+a.pem');
  const sent = connectionString.split('tlsCAFile=')[1] ?? '';
  expect(decodeURIComponent(sent)).toBe('/my c+a.pem');
});

test('parseAddress accepts an address without TLS and credentials', () => {
  expect(parseAddress('esdb+discover://cluster.example?tls=false')).toEqual({
    connectionString: 'esdb+discover://cluster.example?tls=false&maxDiscoverAttempts=1000000000',
    credentials: { username: '', password: '' },
    hosts: [{ name: 'cluster.example', port: 2113 }],
    tls: null,
  });
});

test.each(['throwOnAppendFailure', 'throw_on_append_failure', 'ThrowOnAppendFailure'])(
  'parseAddress leaves out %s',
  (name) => {
    const { connectionString } = parseAddress(`esdb://a:1?tls=false&${name}=false`);
    expect(connectionString).toBe('esdb://a:1?tls=false');
  },
);

test.each([
  ['esdb://a:1,b:2?tls=false', '1000000000'],
  ['esdb://a:1,b:2?tls=false&max_discover_attempts=5', null],
  ['esdb://a:1?tls=false', null],
])('parseAddress lets %s look for a leader %s times', (url, attempts) => {
  const { connectionString } = parseAddress(url);
  expect(new URLSearchParams(connectionString.split('?')[1]).get('maxDiscoverAttempts')).toBe(
    attempts,
  );
});

test.each([
  'http://admin:secret@db.example:2113',
  'esdb://',
  'esdb://db.example:2113',
  'esdb://admin:secret%@db.example:2113',
])('%s is refused by a message without the address', (url) => {
  expect(() => parseAddress(url)).toThrow(UnusableAddress);
  expect(() => parseAddress(url)).not.toThrow(/secret|db\.example/);
});

test('a file of certificates that is missing ends the message with one full stop', async () => {
  const url = 'esdb://admin:secret@db.example:2113?tlsCAFile=/missing/ca.pem';
  await expect(openEventStoreDb({ url })).rejects.toThrow(/cannot be used: .*[^.]\.$/);
});
