import type { BusinessWithoutStats } from '@directory/api/contracts';
import { Link } from 'react-router-dom';
import { categoryClass } from '../../shared/drawing/category-class.ts';
import { SongketBorder } from '../../shared/drawing/songket-border.tsx';
import { PageHeading } from '../../shared/navigation/page-heading.tsx';
import { PlaceImage } from '../../shared/place/place-image.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { placeTexts as texts } from '../../texts/place-texts.ts';
import { ContactButtons } from './contact-buttons.tsx';
import { contactLinks } from './contact-links.ts';
import { LocationSection } from './location-section.tsx';
import styles from './place-details.module.css';
import { PlaceFacts } from './place-facts.tsx';
import { ShareButton } from './share-button.tsx';
import { SourceLine } from './source-line.tsx';
import { VideoSection } from './video-section.tsx';

/** All that the directory knows of one place; what it does not know leaves no gap. */
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
        <ShareButton name={place.businessName} />
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
