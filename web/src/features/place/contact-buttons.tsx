import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { useOnScreen } from '../../shared/ui/use-on-screen.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import type { ContactChannel, ContactLink } from './contact-links.ts';
import styles from './place.module.css';

type ContactProps = { readonly placeId: string; readonly links: readonly ContactLink[] };

/** Every contact channel; on a phone the first two stick to the bottom while these are scrolled off the screen. */
export function ContactButtons({ placeId, links }: ContactProps) {
  const [buttons, onScreen] = useOnScreen<HTMLUListElement>('0px');
  if (links.length === 0) return null;
  return (
    <>
      <ul ref={buttons} className={styles.buttons} aria-label={texts.place.contact}>
        {links.map((link, index) => (
          <li key={link.channel} className={link.number === null ? undefined : styles.wide}>
            <ContactAnchor placeId={placeId} link={link} main={index === 0} />
          </li>
        ))}
      </ul>
      {onScreen === false && (
        <nav className={styles.bar} aria-label={texts.place.quickContact}>
          {links.slice(0, 2).map((link, index) => (
            <ContactAnchor
              key={link.channel}
              placeId={placeId}
              link={{ ...link, number: null }}
              main={index === 0}
            />
          ))}
        </nav>
      )}
    </>
  );
}

type AnchorProps = {
  readonly placeId: string;
  readonly link: ContactLink;
  readonly main: boolean;
};

function ContactAnchor({ placeId, link: { channel, href, number }, main }: AnchorProps) {
  const opensTab = channel !== 'phone';
  return (
    <a
      className={`${main ? ui.button : ui.quiet} ${styles.anchor}`}
      href={href}
      {...(opensTab && { target: '_blank', rel: 'noopener nofollow ugc' })}
      onClick={() => {
        reportClick(placeId, channel);
      }}
    >
      <Icon name={channel} />
      <span>
        {texts.contact[channel]}
        {number && <span className={styles.number}> {number}</span>}
        {opensTab && <span className={ui.hidden}> {texts.contact.newTab}</span>}
      </span>
    </a>
  );
}

/** Reports the clicked channel to the API. A beacon does not delay the link. */
export function reportClick(placeId: string, channel: ContactChannel | 'youtube'): void {
  const body = new Blob([JSON.stringify({ channel })], { type: 'application/json' });
  navigator.sendBeacon(`/api/businesses/${encodeURIComponent(placeId)}/click`, body);
}
