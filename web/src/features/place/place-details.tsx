import type { BusinessWithoutStats } from '@directory/api/contracts';
import { englishOf, hoursLabel, weekTable, type OpeningTimes } from '@directory/domain/catalogue';
import { Fragment, type ReactNode, useState } from 'react';
import { categoryClass, SongketBorder } from '../../shared/drawing/drawings.tsx';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { isForBrowser } from '../../shared/navigation/router.tsx';
import { streetOf, readableAddress } from '../../shared/place/address.ts';
import {
  DemonstrationBadge,
  OpenStatus,
  imageSources,
  PlaceImage,
  useWeekMoment,
} from '../../shared/place/place-parts.tsx';
import { useSite } from '../../shared/resource/use-resource.ts';
import { useSession } from '../../shared/session/session.ts';
import { lazyComponent, LazyPart } from '../../shared/ui/loading.tsx';
import { openingTexts, rangeTexts } from '../../texts/opening-texts.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { BackToResults } from './back-to-results.tsx';
import { ContactButtons } from './contact-buttons.tsx';
import { directionsLinks, type MapService } from './contact-links.ts';
import ui from '../../shared/ui/ui.module.css';
import parts from '../../shared/place/place-parts.module.css';
import styles from './place.module.css';
import { SourceLine } from './source-line.tsx';
import { VideoSection } from './video-section.tsx';
import { MapFrame } from '../../shared/map/map-frame.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useReportClick } from './traffic.ts';

const OwnLinks = lazyComponent(async () => (await import('./own-links.tsx')).OwnLinks);

type PlaceDetailsProps = {
  readonly place: BusinessWithoutStats;
  /** The time at which the place looked like this, whose weekday is marked; now if missing. */
  readonly at?: Date | undefined;
};

/** All known data of a place. Missing fields leave no gap. */
export function PlaceDetails({ place, at }: PlaceDetailsProps) {
  const session = useSession();
  const street = streetOf(place.address);
  // Loads the site's time zone.
  useSite();
  return (
    <article
      className={`${ui.page} ${ui.stack} ${styles.place} ${categoryClass(place.businessInfo)}`}
    >
      <div className={styles.back}>
        <BackToResults />
      </div>
      <PlacePhoto place={place} />
      <div className={`${ui.stack} ${styles.side}`}>
        <header className={`${ui.group} ${styles.title}`}>
          <PageHeading className={styles.name} lang="ms">
            {place.businessName}
          </PageHeading>
          <DemonstrationBadge place={place} />
          <p className={`${ui.row} ${styles.now}`}>
            <OpenStatus place={place} at={at} />
            {street && <span lang="ms">{street}</span>}
          </p>
        </header>
        <ContactButtons place={place} />
        {session && (
          <LazyPart>
            <OwnLinks place={place} session={session} />
          </LazyPart>
        )}
        <Kinds place={place} />
        <OpeningHours place={place} at={at} />
        <PlaceFacts place={place} />
      </div>
      <div className={`${ui.stack} ${styles.main}`}>
        {place.synopsis && (
          <section className={`${ui.group} ${styles.synopsis}`}>
            <h2>Synopsis</h2>
            <p lang="ms">{place.synopsis}</p>
          </section>
        )}
        <VideoSection placeId={place.id} name={place.businessName} youtube={place.youtube} />
        <LocationSection place={place} />
        <SourceLine source={place.source} licence={place.licence} />
      </div>
    </article>
  );
}

function Kinds({ place }: { readonly place: BusinessWithoutStats }) {
  return (
    <div className={`${ui.group} ${styles.title}`}>
      <SongketBorder />
      {place.yearStarted !== null && (
        <p className={styles.established}>{`Established: ${place.yearStarted}`}</p>
      )}
      <dl className={styles.kinds}>
        <div>
          <dt className={ui.small}>Category</dt>
          <dd lang="ms">
            {place.businessInfo}
            <Gloss term={place.businessInfo} />
          </dd>
        </div>
        <div>
          <dt className={ui.small}>Sub Category</dt>
          <dd lang="ms">
            {place.subCategory || 'N/A'}
            <Gloss term={place.subCategory} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** The English of a Malay term of the catalogue, quietly after it; nothing where it is English. */
function Gloss({ term }: { readonly term: string | null }) {
  const english = englishOf(term ?? '');
  if (english === null) return null;
  return (
    <span className={parts.gloss} lang="en">
      {` ${english}`}
    </span>
  );
}

/** When a place is usually open, and when on each day of the week if that is known. */
function OpeningHours({ place, at }: PlaceDetailsProps) {
  const { operatingHours, openingTimes } = place;
  if (!operatingHours && !openingTimes) return null;
  return (
    <section className={ui.tight}>
      <h2 className={ui.subtitle}>Opening hours</h2>
      {operatingHours && (
        <p lang="ms">
          {hoursLabel(operatingHours)}
          <Gloss term={operatingHours} />
        </p>
      )}
      {openingTimes && <Week times={openingTimes} at={at} />}
    </section>
  );
}

type WeekProps = Pick<PlaceDetailsProps, 'at'> & { readonly times: OpeningTimes };

function Week({ times, at }: WeekProps) {
  const today = useWeekMoment(true, at)?.weekday;
  return (
    <table className={`${ui.table} ${styles.week}`} aria-label="Opening hours">
      <caption className={`${ui.small} ${styles.holidays}`}>Public holidays may differ.</caption>
      <tbody>
        {weekTable(times).map(({ day, ranges }) => (
          <tr key={day} aria-current={day === today ? 'date' : undefined}>
            <th scope="row">{openingTexts.days[day]}</th>
            <td>
              {rangeTexts(ranges).map((text, index, { length }) => (
                <Fragment key={text}>
                  {index > 0 && ' '}
                  <span className={styles.range}>{index < length - 1 ? `${text},` : text}</span>
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Facilities and the part of the village, if known. */
function PlaceFacts({ place }: { readonly place: BusinessWithoutStats }) {
  const { facilities, kampong } = place;
  if (kampong === null && facilities.length === 0) return null;
  return (
    <section className={ui.group}>
      <h2 className={ui.subtitle}>Good to know</h2>
      <dl className={styles.list}>
        {kampong && <Fact name="Kampong">{kampong}</Fact>}
        {facilities.length > 0 && (
          <Fact name="Facilities">
            {facilities.map((facility, index) => (
              <Fragment key={facility}>
                {index > 0 && ', '}
                {facility}
                <Gloss term={facility} />
              </Fragment>
            ))}
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd lang="ms">{children}</dd>
    </div>
  );
}

const PhotoDialog = lazyComponent(
  async () => (await import('../../shared/ui/modal.tsx')).PhotoDialog,
);

const sizes = '(min-width: 80rem) 46rem, (min-width: 46rem) 53vw, 92vw';

/** The photograph, which a click shows whole, or a drawn house, which on a phone leaves its room to the name. */
function PlacePhoto({ place }: { readonly place: BusinessWithoutStats }) {
  const [isOpen, setOpen] = useState(false);
  const [broken, setBroken] = useState<string | null>(null);
  const { businessName, imagePath } = place;
  if (imagePath === null || imagePath === broken)
    return (
      <div className={styles.drawing}>
        <PlaceImage place={{ ...place, imagePath: null }} sizes={sizes} />
      </div>
    );
  return (
    <div className={styles.picture}>
      <a
        href={`/uploads/${encodeURIComponent(imagePath)}`}
        aria-label={`Enlarge the photo of ${businessName}`}
        onClick={(event) => {
          if (isForBrowser(event)) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <PlaceImage place={place} sizes={sizes} first onBroken={setBroken} />
      </a>
      {isOpen && (
        <LazyPart>
          <PhotoDialog
            title={businessName}
            photo={{ ...imageSources(imagePath), alt: businessName }}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </div>
  );
}

const services: readonly MapService[] = ['google', 'waze', 'openStreetMap'];

/** Where the place is, on a map and in words, and links that lead there. */
function LocationSection({ place }: { readonly place: BusinessWithoutStats }) {
  const { address, latitude, longitude } = place;
  const hasPin = latitude !== null && longitude !== null;
  const directions = directionsLinks(place);
  const reportClick = useReportClick(place.id);
  return (
    <section className={ui.group}>
      <h2>Location</h2>
      {hasPin && <MapFrame latitude={latitude} longitude={longitude} name={place.businessName} />}
      {!hasPin && <p className={`${ui.none} ${styles.none}`}>No location data available</p>}
      <div className={`${ui.tight} ${ui.start} ${styles.words}`}>
        {address && <address lang="ms">{readableAddress(address)}</address>}
        {hasPin && (
          <p className={ui.small}>
            Coordinates: {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </p>
        )}
        {directions && (
          <ul className={`${ui.row} ${styles.services}`} aria-label={texts.contact.goThere}>
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
                    <span className={ui.hidden}>{` ${texts.contact.newTab}`}</span>
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
