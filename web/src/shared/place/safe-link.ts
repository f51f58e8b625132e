/** The address as a link that is safe to follow, with https:// in front of a bare domain; null for what is no web address. */
export function safeLink(text: string | null): string | null {
  const trimmed = text?.trim();
  if (!trimmed) return null;
  return (
    webAddress(trimmed) ?? (bareDomain.test(trimmed) ? webAddress(`https://${trimmed}`) : null)
  );
}

const bareDomain = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]\S*)?$/u;

function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
