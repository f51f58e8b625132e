import type { BusinessWithoutStats } from '@directory/api/contracts';
import { MapFrame } from '../../shared/map/map-frame.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { mapLink } from './contact-links.ts';
import styles from './location-section.module.css';
import { reportClick } from './report-click.ts';

type Located = Pick<
  BusinessWithoutStats,
  'id' | 'businessName' | 'address' | 'latitude' | 'longitude'
>;

/** Where the place is: as a map, and in words for whom or when a map is of no use. */
export function LocationSection({ place }: { readonly place: Located }) {
  const { address, latitude, longitude } = place;
  const located = latitude !== null && longitude !== null;
  return (
    <section className={styles.section}>
      <h2>{texts.place.location}</h2>
      {located ? (
        <MapFrame latitude={latitude} longitude={longitude} name={place.businessName} />
      ) : (
        <p className={styles.none}>{texts.place.noLocation}</p>
      )}
      <div className={styles.words}>
        {address && <address lang="ms">{address}</address>}
        {located && (
          <p className={styles.point}>
            {texts.place.coordinates}: {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </p>
        )}
        {located && (
          <a
            className={ui.quiet}
            href={mapLink(latitude, longitude)}
            target="_blank"
            rel="noopener nofollow ugc"
            onClick={() => {
              reportClick(place.id, 'directions');
            }}
          >
            <Icon name="directions" />
            <span>
              {texts.place.openInMaps}
              <span className={ui.hidden}> {texts.contact.newTab}</span>
            </span>
          </a>
        )}
      </div>
    </section>
  );
}
