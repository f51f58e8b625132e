import type { BusinessWithoutStats, ImageCopyWidths } from '@directory/api/contracts';
import { useState, type ComponentProps } from 'react';
import { KampungHouse } from '../drawing/drawings.tsx';
import styles from './place-parts.module.css';

type Place = Pick<BusinessWithoutStats, 'id' | 'businessInfo' | 'imagePath'>;

export type PlaceImageProps = {
  readonly place: Place & Pick<BusinessWithoutStats, 'businessName'>;
  /** The width at which it is shown, as the `sizes` attribute. */
  readonly sizes: string;
  /** Above the fold: loaded at once and before others, and painted with the text. */
  readonly first?: boolean;
};

/** The photograph of a place in 4:3, or a drawn house where there is none or it does not load. */
export function PlaceImage({ place, sizes, first = false }: PlaceImageProps) {
  return (
    <div className={styles.frame}>
      <Photo
        place={place}
        sizes={sizes}
        width={640}
        height={480}
        alt={place.businessName}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding={first ? 'sync' : 'async'}
      />
    </div>
  );
}

/** The same in 100 by 100 pixels, beside the name. */
export function Thumbnail({ listing }: { readonly listing: Place }) {
  return (
    <div className={styles.thumbnail}>
      <Photo
        place={listing}
        sizes="100px"
        width={100}
        height={100}
        alt=""
        loading="lazy"
        decoding="async"
      />
    </div>
  );
}

type PhotoProps = { readonly place: Place; readonly alt: string } & Pick<
  ComponentProps<'img'>,
  'sizes' | 'width' | 'height' | 'loading' | 'fetchPriority' | 'decoding'
>;

function Photo({ place: { id, businessInfo, imagePath }, alt, ...attributes }: PhotoProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (imagePath === null || imagePath === broken)
    return <KampungHouse category={businessInfo} seed={id} />;
  return (
    <img
      {...imageSources(imagePath)}
      {...attributes}
      className={styles.photo}
      alt={alt}
      onError={() => setBroken(imagePath)}
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
