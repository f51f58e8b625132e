import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { InlineTexts } from '../../contracts/page-renderer.ts';

/** Tiles are the only external images. */
export type SecuritySettings = {
  readonly tileUrl: string | null;
  /** The public address of the site; null if unknown. */
  readonly publicUrl: string | null;
  /** In the server-rendered pages; null where there are none. */
  readonly inline: InlineTexts | null;
};

const videoHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];

/** The two style elements that ApexCharts 4.7.0, and no other release, puts into the page. */
const chartStyles = [
  "'sha256-TBymqJXQvXKxe+z+3ydUYBErlkFFu110c5FjiVB8p+M='",
  "'sha256-aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A='",
];

/** The form and the search ask for the position; videos play in their own frame. */
const permissionsPolicy = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()';

/** Helmet's headers are the same on every response, so they are computed once. */
export function securityHeaders(settings: SecuritySettings): Middleware {
  const headers = constantHeaders(settings);
  return async (ctx, next) => {
    for (const [name, value] of await headers) ctx.res.setHeader(name, value);
    await next();
  };
}

async function constantHeaders(settings: SecuritySettings) {
  const { publicUrl } = settings;
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(settings) },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    hsts: isHttps,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  await setHeaders(new Koa().createContext(request, response), () => Promise.resolve());
  // Responses may contain personal data; cacheable ones override this.
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Permissions-Policy', permissionsPolicy);
  return present(response.getHeaders());
}

/** Every directive by name: helmet's defaults allow inline styles and send plain http to https. */
function contentPolicy({ tileUrl, inline }: SecuritySettings) {
  const { styles, scripts } = inline ?? { styles: [], scripts: [] };
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...scripts.map(hashOf)],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'"],
    styleSrcElem: ["'self'", ...chartStyles, ...styles.map(hashOf)],
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

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** `{s}` is a placeholder for the subdomains of a tile service. */
function tileHosts(tileUrl: string | null): string[] {
  const [host] = tileUrl?.match(/^https?:\/\/[^/]+/) ?? [];
  return host ? [host.replace('{s}', '*')] : [];
}

function present(headers: OutgoingHttpHeaders): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}
