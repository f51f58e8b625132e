import Router from '@koa/router';
import type { ApiRouter, RequestState } from '../http/request-state.ts';
import type { ListingQueries, PublicListing } from '../read-models/listing-queries.ts';
import { memoizeByKey } from '../read-models/memoize-by-key.ts';
import { siteOrigin } from '../site-origin.ts';

type CrawlerDeps = {
  readonly queries: Pick<ListingQueries, 'findPublic' | 'publicToken'>;
  /** Null where that is not known: then as the client addressed it. */
  readonly publicUrl: string | null;
};

/** A sitemap may hold no more; the newest are the ones that search engines do not know yet. */
const maxAddresses = 50_000;

/** What search engines ask for first. */
export function crawlerRoutes({ queries, publicUrl }: CrawlerDeps): ApiRouter {
  const readPlaces = placesOf(queries);
  return new Router<RequestState>()
    .get('/robots.txt', (ctx) => {
      ctx.type = 'text/plain';
      // What names the host that the client said it asked is for nobody else: a shared cache would pass it on.
      if (publicUrl !== null) ctx.set('Cache-Control', 'max-age=3600');
      ctx.body = `${robots}Sitemap: ${siteOrigin(ctx, publicUrl)}/sitemap.xml\n`;
    })
    .get('/sitemap.xml', async (ctx) => {
      ctx.type = 'application/xml';
      if (publicUrl !== null) ctx.set('Cache-Control', 'no-cache');
      ctx.body = sitemap(siteOrigin(ctx, publicUrl), await readPlaces());
    });
}

const privatePages = ['/user/', '/form', '/my-', '/admin', '/business-list'];
const robots = `User-agent: *\n${privatePages.map((path) => `Disallow: ${path}\n`).join('')}`;

type Place = { readonly path: string; readonly changed: string | null };

/** No more often than anything changes. */
function placesOf(queries: CrawlerDeps['queries']): () => Promise<readonly Place[]> {
  return memoizeByKey(
    async () => ({ key: await queries.publicToken() }),
    async () => (await queries.findPublic()).slice(0, maxAddresses - 1).map(placeOf),
  );
}

function placeOf({ listing }: PublicListing): Place {
  return { path: `/places/${listing.id}`, changed: listing.approvedAt };
}

function sitemap(site: string, places: readonly Place[]): string {
  const addresses = [{ path: '/', changed: null }, ...places].map(({ path, changed }) => {
    const lastmod = changed === null ? '' : `<lastmod>${changed}</lastmod>`;
    return `<url><loc>${escapeXml(site + path)}</loc>${lastmod}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('')}</urlset>\n`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
