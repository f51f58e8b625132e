import { parseUrl } from '@directory/domain/shared/unknown';

/** The address as a link that is safe to follow, with https:// in front of a bare domain; null for what is no web address. */
export function safeLink(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return webLink(trimmed) ?? (bareDomain.test(trimmed) ? webLink(`https://${trimmed}`) : null);
}

const bareDomain = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]\S*)?$/u;

/** The address when its scheme is http or https; null for anything else. */
export function webLink(text: string | null): string | null {
  const url = parseUrl(text ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}
