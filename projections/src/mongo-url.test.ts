import { expect, test } from 'vitest';
import { databaseOf, isMongoUrl } from './config.ts';

test.each([
  'mongodb://127.0.0.1',
  'mongodb://127.0.0.1:27017/',
  'mongodb://user:p%40ss@one:27017,other:27017/directory?replicaSet=rs0&tls=true',
  'mongodb+srv://user:secret@cluster.example/directory',
  'mongodb://one?tls=true',
])('%s is a valid address', (url) => {
  expect(isMongoUrl(url)).toBe(true);
});

test.each([
  ...['', 'mongodb', 'mongodb://', 'mongodb:///x', 'mongo://one', 'mongodb://one two'],
  'mongodb://one/100%',
])('"%s" is not a valid address', (url) => {
  expect(isMongoUrl(url)).toBe(false);
});

test.each([
  ['mongodb://one/directory', 'directory'],
  ['mongodb://one/directory?tls=true', 'directory'],
  ['mongodb://one,other/my%20data', 'my data'],
  ['mongodb://one', 'kampong_bharu'],
  ['mongodb://one/', 'kampong_bharu'],
  ['mongodb://one/?tls=true', 'kampong_bharu'],
  ['mongodb+srv://user:a%2Fb@one', 'kampong_bharu'],
])('the database of %s is %s', (url, name) => {
  expect(databaseOf(url)).toBe(name);
});
