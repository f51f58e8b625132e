import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';

/** Tiles come from outside; everything else is the site's own. */
export type SecuritySettings = {
  readonly tileUrl: string | null;
  /** Where people reach the site; null when that is not known. */
  readonly publicUrl: string | null;
};

const videoHosts = [
  'https://www.youtube-nocookie.com',
  'https://www.youtube.com',
  'https://player.vimeo.com',
];

/** The two style elements that ApexCharts 4.7.0, and no other release, puts into the page. */
const chartStyles = [
  "'sha256-TBymqJXQvXKxe+z+3ydUYBErlkFFu110c5FjiVB8p+M='",
  "'sha256-aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A='",
];

/** Helmet's headers are the same on every answer, so they are worked out once and not on each. */
export function securityHeaders(settings: SecuritySettings): Middleware {
  const headers = constantHeaders(settings);
  return async (ctx, next) => {
    for (const [name, value] of await headers) ctx.res.setHeader(name, value);
    await next();
  };
}

async function constantHeaders({ tileUrl, publicUrl }: SecuritySettings) {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(tileUrl) },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    hsts: isHttps,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  await setHeaders(new Koa().createContext(request, response), () => Promise.resolve());
  // What may be kept says so itself; the rest may be about the one person who asked.
  response.setHeader('Cache-Control', 'no-store');
  return present(response.getHeaders());
}

/** Every directive by name: helmet's defaults allow inline styles and send plain http to https. */
function contentPolicy(tileUrl: string | null) {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'"],
    styleSrcElem: ["'self'", ...chartStyles],
    imgSrc: ["'self'", 'data:', 'blob:', ...tileHosts(tileUrl)],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    frameSrc: videoHosts,
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  };
}

/** `{s}` stands for the subdomains among which some tile services spread their load. */
function tileHosts(tileUrl: string | null): string[] {
  const [host] = tileUrl?.match(/^https?:\/\/[^/]+/) ?? [];
  return host ? [host.replace('{s}', '*')] : [];
}

function present(headers: OutgoingHttpHeaders): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}
