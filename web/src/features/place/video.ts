import { safeLink } from '../../shared/place/links.ts';

/** How a video is shown: embedded for known hosts, else as a link. Null when there is no video. */
export type Video =
  | { readonly kind: 'embed'; readonly src: string; readonly host: string }
  | { readonly kind: 'link'; readonly href: string }
  | null;

export function videoOf(text: string | null): Video {
  const href = safeLink(text);
  if (href === null) return null;
  return embed(new URL(href)) ?? { kind: 'link', href };
}

function embed(url: URL): Video {
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  const youtube = youtubeId(host, url);
  if (youtube)
    return {
      kind: 'embed',
      src: `https://www.youtube-nocookie.com/embed/${youtube}`,
      host: 'YouTube',
    };
  const vimeo = vimeoId(host, url);
  if (vimeo)
    return { kind: 'embed', src: `https://player.vimeo.com/video/${vimeo}`, host: 'Vimeo' };
  return null;
}

function youtubeId(host: string, url: URL): string | null {
  if (host === 'youtu.be') return videoId(url.pathname.slice(1));
  if (host !== 'youtube.com' && host !== 'youtube-nocookie.com') return null;
  if (url.pathname === '/watch') return videoId(url.searchParams.get('v') ?? '');
  return videoId(/^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1] ?? '');
}

function videoId(text: string): string | null {
  return /^[\w-]{6,20}$/.test(text) ? text : null;
}

function vimeoId(host: string, url: URL): string | null {
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  return /^\/(?:video\/)?(\d{5,12})$/.exec(url.pathname)?.[1] ?? null;
}
