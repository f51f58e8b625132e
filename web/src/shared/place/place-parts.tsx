import { momentIn, openStatus, type WeekMoment } from '@directory/domain/catalogue';
import type { BusinessWithoutStats, SiteResponse, ImageCopyWidths } from '@directory/api/contracts';
import { useMemo, useSyncExternalStore, useState, type ComponentProps } from 'react';
import { openingTimesText, openStatusText } from '../../texts/opening-texts.ts';
import { useCachedQuery } from '../resource/use-resource.ts';
import styles from './place-parts.module.css';
import { KampungHouse } from '../drawing/drawings.tsx';

type DemonstrationBadgeProps = {
  readonly place: { readonly demonstration: boolean };
  readonly text?: string;
};

/** Marks a listing that was made up to show the screens. Renders nothing for real ones. */
export function DemonstrationBadge({ place, text = 'Demonstration' }: DemonstrationBadgeProps) {
  if (!place.demonstration) return null;
  return (
    <span
      className={styles.badge}
      lang="en"
      title="Made up to show this site. Not a real business."
    >
      {text}
    </span>
  );
}

type OpenStatusProps = {
  readonly place: Pick<BusinessWithoutStats, 'openingTimes' | 'operatingHours'>;
  /** The time to show it for, if not now. */
  readonly at?: Date | undefined;
};

/**
 * Whether a place is open now, on one line. Pages are cached, so the server, and the browser until it has hydrated the page,
 * show the week's times instead, on a line of the same height.
 */
export function OpenStatus({ place, at }: OpenStatusProps) {
  const { openingTimes, operatingHours } = place;
  const now = useWeekMoment(true, at);
  if (openingTimes && !now)
    return <span className={styles.status}>{openingTimesText(openingTimes)}</span>;
  // The time matters only with exact times.
  const status = openStatus(openingTimes, operatingHours, now ?? { weekday: 'mon', minutes: 0 });
  return (
    <span className={styles.status} data-status={status.kind}>
      {openStatusText(status)}
    </span>
  );
}

const minute = 60_000;

/** The weekday and time of now, or of `at`, in the site's zone, to the minute. Null on the server, until the page is hydrated, and if it is not needed. */
export function useWeekMoment(isNeeded: boolean, at?: Date): WeekMoment | null {
  const site = useCachedQuery<SiteResponse>('/api/site').data;
  const now = useSyncExternalStore<number | null>(
    subscribeToClock,
    isNeeded ? minutesNow : noClock,
    noClock,
  );
  return useMemo(
    () => (site && now !== null ? momentIn(site, at ?? new Date(now * minute)) : null),
    [site, now, at],
  );
}

const noClock = () => null;

function minutesNow(): number {
  return Math.floor(Date.now() / minute);
}

function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, minute / 4);
  return () => clearInterval(timer);
}

/** Whether data under this licence must be shown with the credit "© OpenStreetMap contributors". */
export function needsOpenStreetMapCredit(licence: string | null): boolean {
  return licence !== null && /odbl|openstreetmap/i.test(licence);
}

export const openStreetMapCopyright = 'https://www.openstreetmap.org/copyright';

export type Pictured = Pick<BusinessWithoutStats, 'id' | 'businessInfo' | 'imagePath'>;

export type PlaceImageProps = {
  readonly place: Pictured & Pick<BusinessWithoutStats, 'businessName'>;
  /** The width at which it is shown, as the `sizes` attribute. */
  readonly sizes: string;
  /** By default the name; empty where a screen reader has just said that. */
  readonly alt?: string;
  /** Above the fold: loaded at once and before others, and painted with the text. */
  readonly first?: boolean;
  /** Called with the name of a photograph that does not load. */
  readonly onBroken?: ((imagePath: string) => void) | undefined;
};

/** The photograph of a place in 4:3, or a drawn house where there is none or it does not load. */
export function PlaceImage({ place, sizes, alt, first = false, onBroken }: PlaceImageProps) {
  return (
    <div className={styles.frame}>
      <Photo
        place={place}
        onBroken={onBroken}
        sizes={sizes}
        width={640}
        height={480}
        alt={alt ?? place.businessName}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding={first ? 'sync' : 'async'}
      />
    </div>
  );
}

type PhotoProps = Pick<PlaceImageProps, 'onBroken'> &
  Omit<ComponentProps<'img'>, 'className'> & { readonly place: Pictured; readonly alt: string };

/** The photograph or house alone, in the size of its attributes. */
export function Photo({ place, alt, onBroken, ...attributes }: PhotoProps) {
  const { id, businessInfo, imagePath } = place;
  const [broken, setBroken] = useState<string | null>(null);
  if (imagePath === null || imagePath === broken)
    return <KampungHouse category={businessInfo} seed={id} />;
  const handleError = () => {
    setBroken(imagePath);
    onBroken?.(imagePath);
  };
  return (
    <img
      {...imageSources(imagePath)}
      {...attributes}
      // React misses an error from before hydration, which waits for the first photograph.
      ref={(image) => {
        if (image?.complete && !image.naturalWidth) handleError();
      }}
      className={styles.photo}
      alt={alt}
      onError={handleError}
    />
  );
}

const copyWidths: ImageCopyWidths = [320, 750, 1200];

/** The addresses of a photograph and its smaller copies, which are named after it. */
export function imageSources(imagePath: string): { readonly src: string; readonly srcSet: string } {
  const name = encodeURIComponent(imagePath);
  const copy = (width: number) => `/uploads/${name.replace(/(\.\w+)$/, `-${width}$1`)}`;
  const copies = copyWidths.map((width) => `${copy(width)} ${width}w`);
  return { src: copy(750), srcSet: [...copies, `/uploads/${name} 1600w`].join(', ') };
}
