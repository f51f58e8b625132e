import type { BusinessWithoutStats } from '@directory/api/contracts';
import { Suspense, type ReactNode } from 'react';
import { categoryClass, SongketBorder } from '../../shared/drawing/drawings.tsx';
import { BackToResults } from '../../shared/navigation/back-button.tsx';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { streetOf } from '../../shared/place/address.ts';
import { DemonstrationBadge } from '../../shared/place/demonstration-badge.tsx';
import { Gloss } from '../../shared/place/gloss.tsx';
import { OpenStatus } from '../../shared/place/open-status.tsx';
import { useSite } from '../../shared/resource/use-resource.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { lazyComponent } from '../../shared/ui/lazy-component.ts';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { ContactButtons } from './contact-buttons.tsx';
import { LocationSection } from './location-section.tsx';
import { OpeningHours } from './opening-hours.tsx';
import { PlacePhoto } from './place-photo.tsx';
import styles from './place.module.css';
import { SourceLine } from './source-line.tsx';
import { VideoSection } from './video-section.tsx';

const OwnLinks = lazyComponent(async () => (await import('./own-links.tsx')).OwnLinks);

/** All known data of a place. Missing fields leave no gap. */
export function PlaceDetails({ place }: { readonly place: BusinessWithoutStats }) {
  const session = useSession();
  return (
    <article className={`${styles.place} ${categoryClass(place.businessInfo)}`}>
      <div className={styles.back}>
        <BackToResults />
      </div>
      <PlacePhoto place={place} />
      <div className={styles.side}>
        <Title place={place} />
        <ContactButtons place={place} />
        {session && (
          <Suspense>
            <OwnLinks place={place} session={session} />
          </Suspense>
        )}
        <Kinds place={place} />
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
  const street = streetOf(place.address);
  // Loads the site's time zone.
  useSite();
  return (
    <header className={styles.title}>
      <PageHeading className={styles.name} lang="ms">
        {place.businessName}
      </PageHeading>
      <DemonstrationBadge place={place} />
      <p className={styles.now}>
        <OpenStatus place={place} />
        {street && <span lang="ms">{street}</span>}
      </p>
    </header>
  );
}

function Kinds({ place }: { readonly place: BusinessWithoutStats }) {
  return (
    <div className={styles.centre}>
      <SongketBorder />
      {place.yearStarted !== null && (
        <p className={styles.established}>{texts.place.established(place.yearStarted)}</p>
      )}
      <dl className={styles.kinds}>
        <div>
          <dt>{texts.place.category}</dt>
          <dd lang="ms">
            {place.businessInfo}
            <Gloss terms={[place.businessInfo]} />
          </dd>
        </div>
        <div>
          <dt>{texts.place.subCategory}</dt>
          <dd lang="ms">
            {place.subCategory || texts.place.notAvailable}
            <Gloss terms={[place.subCategory]} />
          </dd>
        </div>
      </dl>
    </div>
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
          <Fact name={texts.place.facilities}>
            {facilities.join(', ')}
            <Gloss terms={facilities} />
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
