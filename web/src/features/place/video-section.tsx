import { useState } from 'react';
import { safeLink } from '../../shared/place/links.ts';
import { PlaceIcon } from '../../shared/place/place-icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { takeFocus } from '../../shared/navigation/page-heading.tsx';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import styles from './place.module.css';
import { useReportClick } from './traffic.ts';

export type VideoSectionProps = {
  readonly placeId: string;
  readonly name: string;
  readonly youtube: string | null;
};

/** Loads nothing from another site before the visitor plays the video. */
export function VideoSection({ placeId, name, youtube }: VideoSectionProps) {
  const video = videoOf(youtube);
  const reportClick = useReportClick(placeId);
  if (video === null) return null;
  const report = () => reportClick('youtube');
  return (
    <section className={`${ui.stack} ${ui.start} ${styles.videoSection}`}>
      <h2>Video</h2>
      {video.kind === 'embed' ? (
        <>
          <Player key={video.src} video={video} name={name} onPlay={report} />
          <noscript>
            <WatchLink href={safeLink(youtube) ?? ''} onFollow={report} />
          </noscript>
        </>
      ) : (
        <WatchLink href={video.href} onFollow={report} />
      )}
    </section>
  );
}

type PlayerProps = {
  readonly video: Extract<Video, { kind: 'embed' }>;
  readonly name: string;
  readonly onPlay: () => void;
};

function Player({ video, name, onPlay }: PlayerProps) {
  const [playing, setPlaying] = useState(false);
  if (playing)
    return (
      <iframe
        ref={takeFocus}
        className={styles.frame}
        src={`${video.src}?autoplay=1`}
        title={`Video of ${name}`}
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  return (
    <button
      type="button"
      className={`${ui.scripted} ${styles.poster}`}
      onClick={() => {
        onPlay();
        setPlaying(true);
      }}
    >
      <span className={styles.play}>
        <PlaceIcon name="play" />
      </span>
      <span className={`${ui.anywhere} ${styles.videoTitle}`}>
        Play video: <span lang="ms">{name}</span>
      </span>
      <span className={styles.notice}>{`Plays on ${video.host}`}</span>
    </button>
  );
}

function WatchLink({ href, onFollow }: { readonly href: string; readonly onFollow: () => void }) {
  return (
    <a
      className={ui.quiet}
      href={href}
      target="_blank"
      rel="noopener nofollow ugc"
      onClick={onFollow}
    >
      <PlaceIcon name="play" />
      <span>
        Watch video
        <span className={ui.hidden}>{` ${texts.contact.newTab}`}</span>
      </span>
    </a>
  );
}

/** How a video is shown: embedded for known hosts, else as a link. Null when there is no video. */
type Video =
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
