import type { Context } from 'koa';

/** The address of the site without a trailing slash: PUBLIC_URL, or the one that the client used. */
export function siteOrigin(
  { protocol, host }: Pick<Context, 'protocol' | 'host'>,
  publicUrl: string | null,
): string {
  return publicUrl ?? `${protocol}://${host}`;
}
