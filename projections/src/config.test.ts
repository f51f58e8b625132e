import * as z from 'zod';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  withoutSettings,
  OperatorError,
  parseProjectionsConfig,
  parseSettings,
  parseWorkerConfig,
  projectionsSettings,
} from './config.ts';

test('an empty environment gives the embedded defaults', () => {
  const standard = {
    dataDir: resolve('data'),
    timeZone: 'Asia/Kuala_Lumpur',
    eventstoreUrl: null,
    mongodbUrl: null,
  };
  expect(parseProjectionsConfig({})).toEqual(standard);
  expect(parseProjectionsConfig({ DATA_DIR: '', SITE_TIME_ZONE: '' })).toEqual(standard);
});

test('the environment overrides the defaults', () => {
  const eventstoreUrl = 'esdb+discover://admin:secret@cluster.example:2113';
  const mongodbUrl = 'mongodb://one:27017,other:27017/directory?replicaSet=rs0';
  const env = {
    DATA_DIR: '/var/lib/directory',
    SITE_TIME_ZONE: 'UTC',
    EVENTSTORE_URL: eventstoreUrl,
    MONGODB_URL: mongodbUrl,
    MONGODB_VIEWS_DATABASE: 'directory_views',
    HOME: '/root',
  };
  expect(parseProjectionsConfig(env)).toEqual({
    dataDir: '/var/lib/directory',
    timeZone: 'UTC',
    eventstoreUrl,
    mongodbUrl,
    viewsDatabase: 'directory_views',
  });
});

test.each([
  'localhost:27017',
  'http://user:secret@localhost',
  'mongodb://',
  'mongodb:///directory',
])('MONGODB_URL refuses %s without repeating it', (address) => {
  expect(() => parseProjectionsConfig({ MONGODB_URL: address })).toThrow(
    /^Wrong settings: MONGODB_URL must be an address that begins with mongodb:\/\/ or mongodb\+srv:\/\/\.$/,
  );
});

test.each([
  '127.0.0.1:2113',
  'http://admin:secret@localhost:2113',
  'esdb://',
  'esdb:///?tls=false',
])('EVENTSTORE_URL refuses %s without repeating it', (address) => {
  expect(() => parseProjectionsConfig({ EVENTSTORE_URL: address })).toThrow(
    /^Wrong settings: EVENTSTORE_URL must be an address that begins with esdb:\/\/ or esdb\+discover:\/\/\.$/,
  );
});

test('SITE_TIME_ZONE refuses an unknown zone by name', () => {
  expect(() => parseProjectionsConfig({ SITE_TIME_ZONE: 'Mars/Base' })).toThrow(
    'Wrong settings: SITE_TIME_ZONE must be the IANA name of a time zone, such as Asia/Kuala_Lumpur.',
  );
});

test('one message lists every invalid setting, including those of the calling program', () => {
  const settings = z.object({
    ...projectionsSettings,
    PORT: z.coerce.number('must be a number').int(),
  });
  const parse = () => parseSettings(settings, { SITE_TIME_ZONE: 'x', PORT: 'many' });
  expect(parse).toThrow(OperatorError);
  expect(parse).toThrow(/SITE_TIME_ZONE must be .*; PORT must be a number\.$/);
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const file = join(folder, 'mongodb-url');
  const address = 'mongodb://directory:secret@db.example/directory';
  beforeAll(() => {
    writeFileSync(file, `${address}\n`);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('is read from the file that a setting with _FILE names', () => {
    expect(parseProjectionsConfig({ MONGODB_URL_FILE: file }).mongodbUrl).toBe(address);
  });

  test('is not set by an empty file', () => {
    const empty = join(folder, 'empty');
    writeFileSync(empty, '\n');
    expect(parseProjectionsConfig({ MONGODB_URL_FILE: empty }).mongodbUrl).toBeNull();
  });

  test('is refused beside the setting itself', () => {
    const both = { MONGODB_URL: address, MONGODB_URL_FILE: file };
    expect(() => parseProjectionsConfig(both)).toThrow(
      'Wrong settings: MONGODB_URL and MONGODB_URL_FILE are both set.',
    );
  });

  test('that cannot be read is refused by the name of its setting, with all that is wrong', () => {
    const wrong = {
      EVENTSTORE_URL_FILE: join(folder, 'gone'),
      SMTP_URL_FILE: folder,
      MONGODB_URL: address,
      MONGODB_URL_FILE: file,
      SITE_TIME_ZONE: 'Mars/Base',
    };
    expect(() => parseProjectionsConfig(wrong)).toThrow(
      /^Wrong settings: SMTP_URL_FILE cannot be read: EISDIR[^;]*; EVENTSTORE_URL_FILE cannot be read: ENOENT[^;]*; MONGODB_URL and MONGODB_URL_FILE are both set; SITE_TIME_ZONE must be [^;]*\.$/,
    );
    expect(() => parseProjectionsConfig(wrong)).toThrow(OperatorError);
  });
});

test('a standalone projector listens on no port by default', () => {
  expect(parseWorkerConfig({})).toMatchObject({ host: '127.0.0.1', port: null });
  const given = { HOST: '0.0.0.0', PROJECTOR_PORT: '3001', LOG_LEVEL: 'warn' };
  expect(parseWorkerConfig(given)).toMatchObject({ host: '0.0.0.0', port: 3001, logLevel: 'warn' });
  expect(() => parseWorkerConfig({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL must be one of');
});

test.each(['65536', '-1', 'any'])('PROJECTOR_PORT refuses %s', (port) => {
  expect(() => parseWorkerConfig({ PROJECTOR_PORT: port })).toThrow('PROJECTOR_PORT must be');
});

test('withoutSettings leaves out settings and the files that name them', () => {
  const env = { MONGODB_URL: 'mongodb://a', EVENTSTORE_URL_FILE: '/secret', HOST: '::1' };
  expect(withoutSettings(env, 'MONGODB_URL', 'EVENTSTORE_URL')).toEqual({ HOST: '::1' });
});
