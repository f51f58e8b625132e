import type { BusinessWithoutStats } from '@directory/api/contracts';
import { SaveButton } from '../../shared/place/saved-places.tsx';
import { ShareButton } from '../../shared/place/share-button.tsx';
import { PlaceIcon } from '../../shared/place/place-icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { useOnScreen } from '../../shared/ui/viewport.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { contactLinks, type ContactLink } from './contact-links.ts';
import styles from './contact-buttons.module.css';
import { useReportClick } from './traffic.ts';

/** Every contact channel; on a phone the main ones stick to the bottom while the buttons are off the screen. */
export function ContactButtons({ place }: { readonly place: BusinessWithoutStats }) {
  const [buttons, onScreen] = useOnScreen<HTMLUListElement>('0px');
  const { main, web } = contactLinks(place);
  const anchor = (link: ContactLink, index: number) => (
    <ContactAnchor
      key={link.channel}
      placeId={place.id}
      link={link}
      label={link.channel === 'directions' ? texts.contact.goThere : undefined}
      first={index === 0}
    />
  );
  return (
    <div className={ui.group}>
      <ul ref={buttons} className={styles.main} aria-label="Contact">
        {main.map((link, index) => (
          <li key={link.channel}>{anchor(link, index)}</li>
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
        <ul className={styles.web} aria-label="Links">
          {web.map((link) => (
            <li key={link.channel}>
              <ContactAnchor placeId={place.id} link={link} />
            </li>
          ))}
        </ul>
      )}
      {onScreen === false && main.length > 0 && (
        <nav className={styles.bar} aria-label="Quick contact">
          {main.map((link, index) => anchor({ ...link, number: null }, index))}
        </nav>
      )}
    </div>
  );
}

type AnchorProps = {
  readonly placeId: string;
  readonly link: ContactLink;
  /** Shown instead of the channel's usual name. */
  readonly label?: string | undefined;
  readonly first?: boolean;
};

/** A link that reports its click, and opens a tab unless it is a phone number. */
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
        {number && <span className={styles.number}>{` ${number}`}</span>}
        {opensTab && <span className={ui.hidden}>{` ${texts.contact.newTab}`}</span>}
      </span>
    </a>
  );
}
