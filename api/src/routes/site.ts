import {
  facilities,
  homeCategories,
  hoursLabel,
  kampongs,
  mainCategories,
  operatingHours,
  subCategories,
  villageCentre,
} from '@directory/domain/catalogue';
import { memoize } from '@directory/domain/shared/collections';
import { lastingUtcOffset } from '@directory/projections';
import type { Context } from 'koa';
import type { Config } from '../config.ts';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { siteResponse, type SiteResponse } from '../contracts/site.ts';
import type { RateLimit } from '../http/middleware/rate-limit.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendSnapshot, snapshotOf, uncompressed, type Snapshot } from '../http/snapshot.ts';
import { versionedCache } from '../read-models/caching.ts';
import { escapeXml } from '../read-models/place-exports.ts';
import type { PublicPlaces } from '../read-models/public-places.ts';

type SiteConfig = Pick<Config, 'site' | 'timeZone' | 'geocoderUrl' | 'mail'>;

/** What the pages need to know of this installation, put together once a year. */
export function siteDescription(
  { site, timeZone, geocoderUrl, mail }: SiteConfig,
  yearNow: () => number,
): () => SiteResponse {
  const { tileUrl, tileAttribution, ...settings } = site;
  const describe = memoize(1, (currentYear: number) => ({
    name: 'Kampong Bharu',
    timeZone,
    utcOffset: lastingUtcOffset(timeZone, currentYear),
    currentYear,
    ...settings,
    looksUpAddresses: geocoderUrl !== null,
    sendsMail: mail.smtpUrl !== null,
    map: { tileUrl, attribution: tileAttribution, ...villageCentre, zoom: 15 },
    categories: mainCategories.map((name) => ({
      name,
      onHome: homeCategories.includes(name),
      subCategories: [...subCategories(name)],
    })),
    kampongs: [...kampongs],
    operatingHours: operatingHours.map((value) => ({ value, label: hoursLabel(value) })),
    facilities: [...facilities],
  }));
  return () => describe(yearNow());
}

export function siteRoutes(describe: () => SiteResponse): readonly Route[] {
  return [
    defineRoute('GET /api/site', {
      operationId: 'getSite',
      summary: 'Get what the pages need to know of this installation',
      access: 'public',
      response: { description: 'Settings and choices', schema: siteResponse },
      handle(ctx) {
        ctx.set('Cache-Control', 'no-cache');
        return describe();
      },
    }),
  ];
}

type CrawlerDeps = {
  readonly limit: RateLimit;
  readonly publicUrl: string | null;
  readonly readPlaces: () => Promise<Pick<PublicPlaces, 'places'>>;
};

/** The files that search engines request first. */
export function crawlerRoutes({ readPlaces, publicUrl, limit }: CrawlerDeps): readonly Route[] {
  const snapshots = versionedCache<Snapshot>(1);
  const texts = versionedCache<string>(1);

  async function sitemapFor(ctx: Context): Promise<Snapshot> {
    const { places } = await readPlaces();
    if (publicUrl !== null)
      return snapshots('', places, () => snapshotOf(sitemap(publicUrl, places)));
    const text = await texts('', places, () => Promise.resolve(sitemap(anySite, places)));
    // Not compressed and not cached by host: clients can make up any Host, and compressing takes ten times as long as this.
    return uncompressed(
      Buffer.from(text.replaceAll(anySite, escapeXml(siteOrigin(ctx, publicUrl)))),
    );
  }

  return [
    defineRoute('GET /robots.txt', {
      operationId: 'getRobots',
      summary: 'Get what search engines may visit',
      access: 'public',
      response: { description: 'Robots exclusion', type: 'text/plain' },
      handle(ctx) {
        ctx.type = 'text/plain';
        // Without PUBLIC_URL it names the host of this request, which a shared cache must not pass on.
        if (publicUrl !== null) ctx.set('Cache-Control', 'max-age=3600');
        ctx.body = `${robots}Sitemap: ${siteOrigin(ctx, publicUrl)}/sitemap.xml\n`;
      },
    }),
    defineRoute('GET /sitemap.xml', {
      operationId: 'getSitemap',
      summary: 'List the addresses of all public places, for search engines',
      access: 'public',
      limit,
      response: { description: 'A sitemap', type: 'application/xml' },
      otherResponses: { 304: { description: 'Not changed' } },
      async handle(ctx) {
        const cacheControl = publicUrl === null ? 'no-store' : 'no-cache';
        sendSnapshot(ctx, await sitemapFor(ctx), { type: 'application/xml', cacheControl });
      },
    }),
  ];
}

/** The address of the site without a trailing slash: PUBLIC_URL, or the one that the client used. */
export function siteOrigin(
  { protocol, host }: Pick<Context, 'protocol' | 'host'>,
  publicUrl: string | null,
): string {
  return publicUrl ?? `${protocol}://${host}`;
}

/** A sitemap may hold no more. The newest places stay, as search engines do not know them yet. */
const maxAddresses = 50_000;

/** Stands for the address of the site in a sitemap for any host; no path contains it. */
const anySite = '{site}';

/** The public pages beside those of the places. */
const sitePages = ['/', '/data', '/privacy'];

const privatePages = [
  '/user/',
  '/form',
  '/my-',
  '/admin',
  '/business-list',
  '/account',
  '/reset-password',
  '/verify-email',
  '/unsubscribe',
];
/** The page to log in stays visible, as owners search for it. */
const robots = `User-agent: *\nAllow: /user/userlogin$\n${privatePages.map((path) => `Disallow: ${path}\n`).join('')}`;

/** Leaves out made-up listings, which nobody should find. */
function sitemap(site: string, places: readonly BusinessWithoutStats[]): string {
  const real = places
    .filter(({ demonstration }) => !demonstration)
    .slice(0, maxAddresses - sitePages.length);
  const pages = real.map(({ id, approvedAt }) => ({ path: `/places/${id}`, changed: approvedAt }));
  const fixed = sitePages.map((path) => ({ path, changed: null }));
  const addresses = [...fixed, ...pages].map(({ path, changed }) => {
    const lastmod = changed === null ? '' : `<lastmod>${changed}</lastmod>`;
    return `<url><loc>${escapeXml(site + path)}</loc>${lastmod}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('')}</urlset>\n`;
}
