/** The address as a link that is safe to follow, with https:// in front of a bare domain; null for what is no web address. */
export function safeLink(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return webLink(trimmed) ?? (bareDomain.test(trimmed) ? webLink(`https://${trimmed}`) : null);
}

const bareDomain = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]\S*)?$/u;

/** The address when its scheme is http or https; null for anything else. */
export function webLink(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
