import type {
  BusinessWithoutStats,
  HomePageContent,
  PlacePageContent,
} from '@directory/api/contracts';
import { type Filters, filtersSearch } from '../features/browse/filters.ts';
import { savedTexts } from '../features/browse/saved-page.tsx';
import { type ResultsPage, titleOf } from '../features/browse/use-results.ts';
import { imageSources } from '../shared/place/place-parts.tsx';
import { dataTexts } from '../texts/data-texts.ts';
import { privacyTexts } from '../texts/privacy-texts.ts';
import { sharedTexts } from '../texts/shared-texts.ts';
import { siteTexts } from '../texts/site-texts.ts';
import { inertJson } from './page-template.ts';
import { dialableNumber, weekdays, type OpeningTimes } from '@directory/domain/catalogue';
import { safeLink } from '../shared/place/links.ts';
import { openingTexts } from '../texts/opening-texts.ts';

const homeDescription =
  "Discover the beauty of Kampong Bharu: places to eat, shop, stay and pray in Kuala Lumpur's oldest Malay village.";

/** The metadata of a page for search engines and messengers, which run no scripts. */
type PageHeadProps = {
  /** The title without the name of the site. */
  readonly title: string;
  readonly description: string;
  /** The canonical URL. */
  readonly url: string;
  /** An absolute URL; without one, messengers show the text alone. */
  readonly image: string | null;
  readonly imageText: string;
  /** Whether search engines may list the page. */
  readonly isIndexed?: boolean;
  /** schema.org data. */
  readonly data?: object | null;
};

function PageHead(props: PageHeadProps) {
  const { title, description, url, image, imageText, isIndexed = true, data } = props;
  return (
    <>
      <title>{siteTexts.site.title(title)}</title>
      <meta name="description" content={description} />
      {isIndexed ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      <link rel="alternate" type="application/atom+xml" href="/feed.atom" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteTexts.site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {image !== null && (
        <>
          <meta property="og:image" content={image} />
          <meta property="og:image:alt" content={imageText} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {data && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inertJson(data) }} />
      )}
    </>
  );
}

export type HomeHeadProps = Pick<HomePageContent, 'origin'> & {
  readonly filters: Filters;
  readonly results: ResultsPage;
};

/**
 * The same for / and /main, which are one page, for the list and the map, for any rating, which changes nothing, and for all
 * pages beyond the last, which show the last.
 */
export function HomeHead({ origin, filters, results }: HomeHeadProps) {
  const { page, total } = results;
  const search = filtersSearch({ ...filters, rating: null, page, view: 'list' });
  return (
    <PageHead
      title={titleOf(filters, results)}
      description={homeDescription}
      url={`${origin}/${search}`}
      {...shared(origin)}
      // A search without a match shows nothing but the words that somebody put into a link.
      isIndexed={total > 0 || search === ''}
    />
  );
}

export type PlaceHeadProps = Pick<PlacePageContent, 'origin' | 'place'>;

/** A demonstration is no business, so search engines and messengers get no picture and no data of one. */
export function PlaceHead({ origin, place }: PlaceHeadProps) {
  const { demonstration } = place;
  const image = place.imagePath === null ? null : origin + imageSources(place.imagePath).src;
  const page = `${origin}/places/${place.id}`;
  return (
    <PageHead
      title={place.businessName}
      description={shortened(
        place.synopsis?.trim() || [kind(place), where(place)].filter(Boolean).join(' – '),
      )}
      url={page}
      image={demonstration ? null : (image ?? origin + shareImage)}
      imageText={place.businessName}
      isIndexed={!demonstration}
      data={demonstration ? null : localBusiness(place, { page, image })}
    />
  );
}

function kind({ businessInfo, subCategory }: BusinessWithoutStats): string {
  return subCategory ? `${businessInfo}, ${subCategory}` : businessInfo;
}

function where({ address, kampong }: BusinessWithoutStats): string {
  return [address, kampong].filter(Boolean).join(', ');
}

const maxDescriptionLength = 200;

/** Cut at the end of a word to the length that search engines show. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= maxDescriptionLength) return line;
  return `${line.slice(0, maxDescriptionLength).replace(/\s\S*$/, '')}…`;
}

type SavedHeadProps = Pick<HomePageContent, 'origin' | 'query'> & {
  /** The places of a list that somebody shared; null on the page of those saved on the device. */
  readonly places: HomePageContent['places'] | null;
};

/** For people and the messengers by which they share a list, not for search engines. */
export function SavedHead({ origin, query, places }: SavedHeadProps) {
  const names = places?.map(({ businessName }) => businessName).join(', ');
  return (
    <PageHead
      title={places ? savedTexts.sharedTitle : savedTexts.title}
      description={names ? shortened(names) : homeDescription}
      url={`${origin}/saved${query}`}
      {...shared(origin)}
      isIndexed={false}
    />
  );
}

type Origin = Pick<HomePageContent, 'origin'>;

export function DataHead({ origin }: Origin) {
  const url = `${origin}/data`;
  return (
    <PageHead title={dataTexts.title} description={dataTexts.intro} url={url} {...shared(origin)} />
  );
}

export function PrivacyHead({ origin }: Origin) {
  const { english, description } = privacyTexts;
  const url = `${origin}/privacy`;
  return <PageHead title={english.title} description={description} url={url} {...shared(origin)} />;
}

/** The head of the pages to log in and to register: the same at every address of the site, so without absolute links. */
export function AccountHead({ title }: { readonly title: string }) {
  return (
    <>
      <title>{siteTexts.site.title(title)}</title>
      <meta name="description" content={homeDescription} />
    </>
  );
}

/** It has no metadata for search engines. */
export function NotFoundHead() {
  return <title>{siteTexts.site.title(sharedTexts.notFound)}</title>;
}

/** The picture of pages without a photograph. It is a PNG, as messengers show no SVG. */
const shareImage = '/share.png';

/** The picture of the site, and what it shows. */
function shared(origin: string) {
  return { image: origin + shareImage, imageText: siteTexts.site.tagline };
}

/** The absolute URLs of a place's page and photograph. */
type PlaceAddresses = { readonly page: string; readonly image: string | null };

/** A place as schema.org data for search engines; null without an address, which they require. */
export function localBusiness(
  place: BusinessWithoutStats,
  { page, image }: PlaceAddresses,
): Readonly<Record<string, unknown>> | null {
  if (!place.address) return null;
  const known = {
    name: place.businessName,
    address: { '@type': 'PostalAddress', streetAddress: place.address },
    url: page,
    image,
    // Stored with the hyphen of the form's mask, as in 601-23456789.
    telephone: dialableNumber(place.phone ?? ''),
    geo: coordinates(place),
    foundingDate: place.yearStarted === null ? null : String(place.yearStarted),
    openingHoursSpecification: openingHours(place),
    sameAs: elsewhere(place),
  };
  const present = Object.entries(known).filter(([, value]) => value !== null && value !== '');
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': page,
    ...Object.fromEntries(present),
  };
}

function coordinates({ latitude, longitude }: BusinessWithoutStats) {
  if (latitude === null || longitude === null) return null;
  return { '@type': 'GeoCoordinates', latitude, longitude };
}

const roundTheClock: OpeningTimes = [{ days: weekdays, from: '00:00', to: '00:00' }];

/** Of the spans only "round the clock" has exact hours, "morning to evening" has none. */
function openingHours({ openingTimes, operatingHours }: BusinessWithoutStats) {
  const times = openingTimes ?? (operatingHours === '24jam' ? roundTheClock : null);
  return (
    times?.map(({ days, from, to }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map((day) => openingTexts.days[day]),
      // Search engines take the same time twice for a closed day.
      ...(from === to ? { opens: '00:00', closes: '23:59' } : { opens: from, closes: to }),
    })) ?? null
  );
}

function elsewhere(place: BusinessWithoutStats): readonly string[] | null {
  const { website, facebook, instagram, tiktok } = place;
  const links = [website, facebook, instagram, tiktok]
    .map(safeLink)
    .filter((link) => link !== null);
  return links.length === 0 ? null : links;
}
