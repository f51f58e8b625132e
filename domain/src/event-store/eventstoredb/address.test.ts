import { expect, test } from 'vitest';
import { parseAddress, UnusableAddress } from './address.ts';

test('the credentials are taken out of the address and decoded', () => {
  expect(parseAddress('esdb://admin:p%40ss%3Aword@db.example:2113/?tlsCAFile=/ca.pem')).toEqual({
    connectionString: 'esdb://db.example:2113?tlsCAFile=%2Fca.pem',
    credentials: { username: 'admin', password: 'p@ss:word' },
  });
});

test('without TLS no credentials are needed', () => {
  expect(parseAddress('esdb+discover://cluster.example?tls=false')).toEqual({
    connectionString: 'esdb+discover://cluster.example?tls=false',
    credentials: { username: '', password: '' },
  });
});

test('refused appends cannot be hidden by an option', () => {
  const { connectionString } = parseAddress('esdb://a:1,b:2?tls=false&throwOnAppendFailure=false');
  expect(connectionString).toBe('esdb://a:1,b:2?tls=false');
});

test.each([
  'http://admin:secret@db.example:2113',
  'esdb://',
  'esdb://db.example:2113',
  'esdb://admin:secret%@db.example:2113',
])('%s is refused without being repeated', (url) => {
  expect(() => parseAddress(url)).toThrow(UnusableAddress);
  expect(() => parseAddress(url)).not.toThrow(/secret|db\.example/);
});
