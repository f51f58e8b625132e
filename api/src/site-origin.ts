import type { Context } from 'koa';

/** Where people reach the site, without a slash at the end: as it is set or, where it is not, as the client addressed it. */
export function siteOrigin(
  { protocol, host }: Pick<Context, 'protocol' | 'host'>,
  publicUrl: string | null,
): string {
  return publicUrl ?? `${protocol}://${host}`;
}
