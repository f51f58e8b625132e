import type { BusinessWithoutStats } from '@directory/api/contracts';
import { formatPhone, telLink, whatsappDigits } from '@directory/domain/catalogue';
import { SaveButton } from '../../shared/place/saved-places.tsx';
import { ShareButton } from '../../shared/place/share-button.tsx';
import { PlaceIcon } from '../../shared/place/place-icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { useOnScreen } from '../../shared/ui/use-on-screen.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import styles from './contact-buttons.module.css';
import { useReportClick, type ContactChannel } from './traffic.ts';
import { safeLink } from '../../shared/place/links.ts';

/** Every contact channel; on a phone the first three stick to the bottom while these are scrolled off the screen. */
export function ContactButtons({ place }: { readonly place: BusinessWithoutStats }) {
  const [buttons, onScreen] = useOnScreen<HTMLUListElement>('0px');
  const { main, web } = contactLinks(place);
  return (
    <div className={ui.group}>
      <ul ref={buttons} className={styles.main} aria-label={texts.place.contact}>
        {main.map((link, index) => (
          <li key={link.channel}>
            <ContactAnchor
              placeId={place.id}
              link={link}
              label={link.channel === 'directions' ? texts.contact.goThere : undefined}
              first={index === 0}
            />
          </li>
        ))}
        <li className={styles.half}>
          <ShareButton title={place.businessName} />
        </li>
        <li className={styles.half}>
          <SaveButton place={place} />
        </li>
      </ul>
      <p className={styles.numbers}>
        {main
          .filter(({ number }) => number !== null)
          .map(({ channel, number }) => (
            <span key={channel}>
              {texts.contact[channel]}: {number}
            </span>
          ))}
      </p>
      {web.length > 0 && (
        <ul className={styles.web} aria-label={texts.place.links}>
          {web.map((link) => (
            <li key={link.channel}>
              <ContactAnchor placeId={place.id} link={link} />
            </li>
          ))}
        </ul>
      )}
      {onScreen === false && main.length > 0 && (
        <nav className={styles.bar} aria-label={texts.place.quickContact}>
          {main.map((link, index) => (
            <ContactAnchor
              key={link.channel}
              placeId={place.id}
              link={{ ...link, number: null }}
              label={link.channel === 'directions' ? texts.contact.goThere : undefined}
              first={index === 0}
            />
          ))}
        </nav>
      )}
    </div>
  );
}

type AnchorProps = {
  readonly placeId: string;
  readonly link: ContactLink;
  /** Instead of the channel's usual name. */
  readonly label?: string | undefined;
  readonly first?: boolean;
};

/** Opens a tab, but for phone numbers, and reports the click. */
function ContactAnchor({ placeId, link, label, first = false }: AnchorProps) {
  const { channel, href, number } = link;
  const opensTab = channel !== 'phone';
  const reportClick = useReportClick(placeId);
  return (
    <a
      className={`${first ? ui.button : ui.quiet} ${styles.anchor}`}
      href={href}
      {...(opensTab && { target: '_blank', rel: 'noopener nofollow ugc' })}
      onClick={() => reportClick(channel)}
    >
      <PlaceIcon name={channel} />
      <span>
        {label ?? texts.contact[channel]}
        {number && <span className={styles.number}> {number}</span>}
        {opensTab && <span className={ui.hidden}> {texts.contact.newTab}</span>}
      </span>
    </a>
  );
}

type ContactLink = {
  readonly channel: ContactChannel;
  readonly href: string;
  /** The number as Malaysians write it; null for web links. */
  readonly number: string | null;
};

type ContactLinks = {
  /** To talk to the business or to go there, best first. */
  readonly main: readonly ContactLink[];
  /** To what it shows elsewhere, its own link to a map included. */
  readonly web: readonly ContactLink[];
};

export function contactLinks(place: BusinessWithoutStats): ContactLinks {
  const directions = directionsLinks(place);
  const main = [
    whatsapp(place.whatsapp),
    telephone(place.phone),
    directions && { channel: 'directions' as const, href: directions.google, number: null },
  ];
  const web = [
    webLink('onlineOrder', place.onlineOrder),
    webLink('website', place.website),
    webLink('facebook', place.facebook),
    webLink('instagram', place.instagram),
    webLink('tiktok', place.tiktok),
    webLink('directions', place.location),
  ];
  return {
    main: main.filter((link) => link !== null),
    web: web.filter((link) => link !== null),
  };
}

function whatsapp(number: string | null): ContactLink | null {
  const digits = whatsappDigits(number ?? '');
  if (!digits) return null;
  const href = `https://wa.me/${digits}`;
  return { channel: 'whatsapp', href, number: formatPhone(number ?? '') };
}

function telephone(number: string | null): ContactLink | null {
  const href = telLink(number ?? '');
  return href === null ? null : { channel: 'phone', href, number: formatPhone(number ?? '') };
}

function webLink(channel: ContactChannel, text: string | null): ContactLink | null {
  const href = safeLink(text);
  return href === null ? null : { channel, href, number: null };
}

export type MapService = 'google' | 'waze' | 'openStreetMap';

type Located = Pick<BusinessWithoutStats, 'businessName' | 'address' | 'latitude' | 'longitude'>;

/** Links that lead to a place in map services: to its pin, else to its name and address; null without either. */
export function directionsLinks(place: Located): Readonly<Record<MapService, string>> | null {
  const { businessName, address, latitude, longitude } = place;
  if (latitude !== null && longitude !== null) {
    const point = `${latitude},${longitude}`;
    return {
      google: link('https://www.google.com/maps/dir/', { api: '1', destination: point }),
      waze: link('https://waze.com/ul', { ll: point, navigate: 'yes' }),
      openStreetMap: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
    };
  }
  if (!address?.trim()) return null;
  const query = `${businessName}, ${address}`;
  return {
    google: link('https://www.google.com/maps/dir/', { api: '1', destination: query }),
    waze: link('https://waze.com/ul', { q: query, navigate: 'yes' }),
    // It finds no address with a name in front of it.
    openStreetMap: link('https://www.openstreetmap.org/search', { query: address }),
  };
}

function link(base: string, query: Readonly<Record<string, string>>): string {
  return `${base}?${new URLSearchParams(query).toString()}`;
}
