import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('readConfig returns the embedded defaults without settings', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    timeZone: 'Asia/Kuala_Lumpur',
    eventstoreUrl: null,
    mongodbUrl: null,
    publicUrl: null,
    appSecret: null,
    startEmpty: false,
    trustedProxies: 0,
    logLevel: 'info',
    checkResponses: false,
    projector: 'embedded',
    site: {
      applyOrderBy: false,
      keepLastApprovedPublic: false,
      approveRestoredVersions: false,
      googleClientId: null,
      contactEmail: null,
      tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      tileAttribution: '© OpenStreetMap contributors',
    },
    geocoderUrl: 'https://nominatim.openstreetmap.org',
    mail: {
      smtpUrl: null,
      from: { name: 'Kampong Bharu Directory', address: 'directory@localhost' },
    },
    admin: null,
    maxWaitingListings: 50,
    keepReplacedPhotosDays: 90,
    requireAdminTotp: false,
    rateLimits: { login: 20, register: 10, view: 120, write: 60, page: 120 },
  });
});

test('readConfig treats an empty setting as unset', () => {
  expect(readConfig({ PORT: '', TILE_URL: '', ADMIN_USERNAME: '' })).toEqual(readConfig({}));
});

describe('readConfig', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ HOST: '[::1]' }, { host: '::1' }],
    [{ TRUST_PROXY: 'true' }, { trustedProxies: 1 }],
    [{ TRUST_PROXY: '2' }, { trustedProxies: 2 }],
    [{ TRUST_PROXY: 'false' }, { trustedProxies: 0 }],
    [{ PUBLIC_URL: 'https://directory.example/' }, { publicUrl: 'https://directory.example' }],
    [{ GEOCODER_URL: 'none' }, { geocoderUrl: null }],
    [{ PROJECTOR: 'embedded' }, { projector: 'embedded' }],
    [{ PROJECTOR: 'external' }, { projector: 'external' }],
    // Data folders and compose files of earlier releases.
    [{ PROJECTOR: 'inside' }, { projector: 'embedded' }],
    [{ PROJECTOR: 'apart' }, { projector: 'external' }],
    [{ RATE_LIMIT_LOGIN: '0' }, { rateLimits: { login: 0 } }],
    [
      {
        SMTP_URL: 'smtps://us%40er:secret@mail.example:465',
        MAIL_FROM: 'Kampong Bharu <mail@directory.example>',
        PUBLIC_URL: 'https://directory.example',
      },
      {
        mail: {
          smtpUrl: 'smtps://us%40er:secret@mail.example:465',
          from: { name: 'Kampong Bharu', address: 'mail@directory.example' },
        },
      },
    ],
    [{ MAIL_FROM: 'a@b.example' }, { mail: { from: { name: '', address: 'a@b.example' } } }],
    [
      { MAIL_FROM: 'Info @ KB: (all) <a@b.example>' },
      { mail: { from: { name: 'Info @ KB: (all)', address: 'a@b.example' } } },
    ],
    [
      { MAIL_FROM: String.raw`"KB, \"Directory\"" <a@b.example>` },
      { mail: { from: { name: 'KB, "Directory"', address: 'a@b.example' } } },
    ],
    [
      { ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'long enough' },
      { admin: { username: 'boss', password: 'long enough' } },
    ],
    [{ KEEP_LAST_APPROVED_PUBLIC: 'TRUE' }, { site: { keepLastApprovedPublic: true } }],
  ])('%j returns %j', (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected);
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['SITE_TIME_ZONE', 'Kuala Lumpur'],
    ['MONGODB_URL', 'localhost:27017'],
    ['PUBLIC_URL', 'directory.example'],
    ['PUBLIC_URL', 'https://directory.example/path'],
    ['PUBLIC_URL', 'https://directory.example?q=1'],
    ['TRUST_PROXY', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['PROJECTOR', 'elsewhere'],
    ['APPLY_ORDER_BY', '2'],
    ['TILE_URL', 'https://tiles.example/'],
    ['GEOCODER_URL', 'ftp://example.com'],
    ['ADMIN_PASSWORD', 'short'],
    ['APP_SECRET', 'thirty-one characters, not more'],
    ['RATE_LIMIT_WRITE', '1.5'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['MAIL_FROM', 'Kampong Bharu'],
    ['MAIL_FROM', 'a <a@b.example>\nBcc: <c@d.example>'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});

test('readConfig names all invalid settings in one message', () => {
  const environment = {
    PORT: 'x',
    START_EMPTY: 'yes',
    LOG_LEVEL: 'y',
    ADMIN_USERNAME: 'boss',
    RATE_LIMIT_VIEW: 'z',
    SMTP_URL: 'smtp://mail.example',
  };
  expect(() => readConfig(environment)).toThrow(
    /PORT must .*START_EMPTY must .*LOG_LEVEL must .*RATE_LIMIT_VIEW must .*ADMIN_USERNAME and ADMIN_PASSWORD must be set together; SMTP_URL needs/,
  );
});
