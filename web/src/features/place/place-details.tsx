import type { BusinessWithoutStats } from '@directory/api/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { categoryClass, SongketBorder } from '../../shared/drawing/drawings.tsx';
import { MapFrame } from '../../shared/map/map-frame.tsx';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { DemonstrationBadge } from '../../shared/place/demonstration-badge.tsx';
import { needsOpenStreetMapCredit, openStreetMapCopyright } from '../../shared/place/links.ts';
import { PlaceImage } from '../../shared/place/place-image.tsx';
import { ShareButton } from '../../shared/place/share-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import { ContactButtons, reportClick } from './contact-buttons.tsx';
import { contactLinks, mapLink } from './contact-links.ts';
import { dataSource, type DataSource } from './data-source.ts';
import { OpeningHours } from './opening-hours.tsx';
import styles from './place.module.css';
import { VideoSection } from './video-section.tsx';

/** All known data of a place. Missing fields leave no gap. */
export function PlaceDetails({ place }: { readonly place: BusinessWithoutStats }) {
  const links = contactLinks(place);
  return (
    <article className={`${styles.place} ${categoryClass(place.businessInfo)}`}>
      <Link className={styles.back} to="/">
        <Icon name="previous" />
        {texts.place.back}
      </Link>
      <div className={styles.picture}>
        <PlaceImage
          place={place}
          sizes="(min-width: 80rem) 46rem, (min-width: 46rem) 58vw, 100vw"
          first
        />
      </div>
      <div className={styles.side}>
        <Title place={place} />
        <ContactButtons placeId={place.id} links={links} />
        <ShareButton title={place.businessName} />
        <OpeningHours place={place} />
        <PlaceFacts place={place} />
      </div>
      <div className={styles.main}>
        {place.synopsis && (
          <section className={styles.synopsis}>
            <h2>{texts.place.synopsis}</h2>
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

function Title({ place }: { readonly place: BusinessWithoutStats }) {
  return (
    <header className={styles.title}>
      <PageHeading className={styles.name} lang="ms">
        {place.businessName}
      </PageHeading>
      <DemonstrationBadge place={place} />
      <SongketBorder />
      {place.yearStarted !== null && (
        <p className={styles.established}>{texts.place.established(place.yearStarted)}</p>
      )}
      <dl className={styles.kinds}>
        <div>
          <dt>{texts.place.category}</dt>
          <dd lang="ms">{place.businessInfo}</dd>
        </div>
        <div>
          <dt>{texts.place.subCategory}</dt>
          <dd lang="ms">{place.subCategory || texts.place.notAvailable}</dd>
        </div>
      </dl>
    </header>
  );
}

/** Facilities and the part of the village, if known. */
function PlaceFacts({ place }: { readonly place: BusinessWithoutStats }) {
  const { facilities, kampong } = place;
  if (kampong === null && facilities.length === 0) return null;
  return (
    <section className={styles.facts}>
      <h2>{texts.place.details}</h2>
      <dl className={styles.list}>
        {kampong && <Fact name={texts.place.kampong}>{kampong}</Fact>}
        {facilities.length > 0 && (
          <Fact name={texts.place.facilities}>{facilities.join(', ')}</Fact>
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

type Located = Pick<
  BusinessWithoutStats,
  'id' | 'businessName' | 'address' | 'latitude' | 'longitude'
>;

/** Where the place is: a map, and the same in words. */
function LocationSection({ place }: { readonly place: Located }) {
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

type SourceLineProps = { readonly source: string | null; readonly licence: string | null };

/** The source and licence of open data. Renders nothing for an owner's listing. */
function SourceLine({ source, licence }: SourceLineProps) {
  if (source === null && licence === null) return null;
  const credit = needsOpenStreetMapCredit(licence);
  return (
    <p className={styles.source}>
      {source && (
        <>
          {texts.place.source} <Source {...dataSource(source)} />
          {'. '}
        </>
      )}
      {licence && `${texts.place.sourceLicence} `}
      {credit ? <a href={openStreetMapCopyright}>{licence}</a> : licence}
      {credit &&
        !licence?.includes(siteTexts.site.openStreetMap) &&
        `, ${siteTexts.site.openStreetMap}`}
    </p>
  );
}

function Source({ name, href }: DataSource) {
  if (href === null) return name;
  return (
    <a href={href} rel="noopener nofollow">
      {name}
    </a>
  );
}
