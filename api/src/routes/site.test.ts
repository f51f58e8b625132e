import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteResponse } from '../contracts/site.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { siteDescription } from './site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({
    clock: () => new Date('2026-12-31T17:00:00Z'),
    settings: {
      APPLY_ORDER_BY: 'true',
      TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
      GEOCODER_URL: 'none',
    },
  });
});
afterAll(() => site.stop());

test('GET /api/site answers with settings and choices', async () => {
  const answer = await site.get('/api/site');
  const described = siteResponse.strict().parse(answer.json);
  expect(described).toMatchObject({
    timeZone: 'Asia/Kuala_Lumpur',
    utcOffset: 480,
    applyOrderBy: true,
    keepLastApprovedPublic: false,
    approveRestoredVersions: false,
    googleClientId: null,
    contactEmail: null,
    looksUpAddresses: false,
    sendsMail: false,
    map: { tileUrl: 'http://127.0.0.1:9/{z}/{x}/{y}.png', zoom: 15 },
    facilities: ['Tandas', 'Tandas OKU', 'Surau'],
  });
  expect(described.categories).toHaveLength(20);
  expect(described.categories.filter(({ onHome }) => onHome)).toHaveLength(18);
  expect(described.kampongs).toHaveLength(14);
  expect(described.operatingHours).toContainEqual({
    value: 'Pagi-Tengahhari',
    label: 'Pagi-Tengah Hari',
  });
});

test('currentYear is the year in the time zone of the site', async () => {
  expect((await site.get('/api/site')).json).toMatchObject({ currentYear: 2027 });
});

test('the pages learn that addresses are looked up and mails are sent', () => {
  const mail = { ...site.config.mail, smtpUrl: 'smtp://mail.example' };
  const config = { ...site.config, geocoderUrl: 'https://maps.example', mail };
  const described = siteDescription(config, () => 2026)();
  expect(described).toMatchObject({ looksUpAddresses: true, sendsMail: true });
});

test('GET /api/site contains no secret and no folder', async () => {
  expect((await site.get('/api/site')).text).not.toContain(site.dataDir);
});
