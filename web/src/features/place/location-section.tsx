import type { BusinessWithoutStats } from '@directory/api/contracts';
import { MapFrame } from '../../shared/map/map-frame.tsx';
import { readableAddress } from '../../shared/place/address.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { directionsLinks, type MapService } from './contact-links.ts';
import styles from './place.module.css';
import { useReportClick } from './traffic.ts';

type Located = Pick<
  BusinessWithoutStats,
  'id' | 'businessName' | 'address' | 'latitude' | 'longitude'
>;

const services: readonly MapService[] = ['google', 'waze', 'openStreetMap'];

/** Where the place is: a map, the same in words, and the way there. */
export function LocationSection({ place }: { readonly place: Located }) {
  const { address, latitude, longitude } = place;
  const hasPin = latitude !== null && longitude !== null;
  const directions = directionsLinks(place);
  const reportClick = useReportClick(place.id);
  return (
    <section className={styles.section}>
      <h2>{texts.place.location}</h2>
      {hasPin && <MapFrame latitude={latitude} longitude={longitude} name={place.businessName} />}
      {!directions && <p className={styles.none}>{texts.place.noLocation}</p>}
      <div className={styles.words}>
        {address && <address lang="ms">{readableAddress(address)}</address>}
        {hasPin && (
          <p className={styles.point}>
            {texts.place.coordinates}: {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </p>
        )}
        {directions && (
          <ul className={styles.services} aria-label={texts.contact.goThere}>
            {services.map((service) => (
              <li key={service}>
                <a
                  className={ui.quiet}
                  href={directions[service]}
                  target="_blank"
                  rel="noopener nofollow ugc"
                  onClick={() => reportClick('directions')}
                >
                  <Icon name="directions" />
                  <span>
                    {texts.place.services[service]}
                    <span className={ui.hidden}> {texts.contact.newTab}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
