import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Middleware } from 'koa';
import type { InlineTexts } from '../../contracts/page-renderer.ts';

const videoHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];

/** The two style elements that ApexCharts 4.7.0, and no other release, puts into the page. */
const chartStyles = [
  "'sha256-TBymqJXQvXKxe+z+3ydUYBErlkFFu110c5FjiVB8p+M='",
  "'sha256-aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A='",
];

/** The form and the search ask for the position; videos play in their own frame. */
const permissionsPolicy = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()';

/**
 * Helmet's headers are the same on every response, so they are computed once. Only pages load anything: their policy, which is
 * longer than many a response, replaces the one set here.
 *
 * @param publicUrl The public address of the site; null if unknown.
 */
export function securityHeaders(publicUrl: string | null): Middleware {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // Other names below the domain may have no HTTPS, and browsers remember this for a year.
    hsts: isHttps(publicUrl) && { includeSubDomains: false },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, () => undefined);
  // Responses may contain personal data; cacheable ones override this.
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Permissions-Policy', permissionsPolicy);
  const headers = Object.entries(response.getHeaders()).map(
    ([name, value]) => [name, String(value)] as const,
  );
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

/** Whether the site is known to have a public address with HTTPS. */
export function isHttps(publicUrl: string | null): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

/** The `Content-Security-Policy` of a page: tiles are the only external images. Names every directive, as helmet's defaults allow inline styles. */
export function pagePolicy(tileUrl: string | null, { styles, scripts }: InlineTexts): string {
  const hashes = (texts: readonly string[]) => new Set(texts.map(hashOf));
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes(scripts)].join(' '),
    "script-src-attr 'none'",
    "style-src 'self'",
    ["style-src-elem 'self'", ...chartStyles, ...hashes(styles)].join(' '),
    ["img-src 'self' data: blob:", ...tileHosts(tileUrl)].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${videoHosts.join(' ')}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** `{s}` is a placeholder for the subdomains of a tile service. */
function tileHosts(tileUrl: string | null): string[] {
  const [host] = tileUrl?.match(/^https?:\/\/[^/]+/) ?? [];
  return host ? [host.replace('{s}', '*')] : [];
}
