import type { ContactChannel } from './contact-links.ts';

/** Tells the API by which way a visitor goes on. The browser sends it beside the link, which waits for nothing. */
export function reportClick(placeId: string, channel: ContactChannel | 'youtube'): void {
  const body = new Blob([JSON.stringify({ channel })], { type: 'application/json' });
  navigator.sendBeacon(`/api/businesses/${encodeURIComponent(placeId)}/click`, body);
}
