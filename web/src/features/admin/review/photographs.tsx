import type { OwnBusinessResponse } from '@directory/api/contracts';
import { PlaceImage } from '../../../shared/place/place-image.tsx';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import type { FieldChange } from './changes-since-approval.ts';
import styles from './review-item.module.css';

type PhotographsProps = {
  readonly listing: OwnBusinessResponse;
  readonly changes: readonly FieldChange[] | null;
};

/** The photograph, beside the one that was approved when it is another. */
export function Photographs({ listing, changes }: PhotographsProps) {
  const { review } = useAdminTexts();
  const change = changes?.find(({ field }) => field === 'imagePath');
  const before = typeof change?.before === 'string' ? change.before : null;
  return (
    <div className={styles.photographs}>
      {before !== null && (
        <Photograph listing={{ ...listing, imagePath: before }} caption={review.photoBefore} />
      )}
      <Photograph
        listing={listing}
        caption={listing.imagePath === null ? review.noPhoto : review.photoNow}
      />
    </div>
  );
}

type PhotographProps = { readonly listing: OwnBusinessResponse; readonly caption: string };

function Photograph({ listing, caption }: PhotographProps) {
  return (
    <figure className={styles.photograph}>
      <PlaceImage place={listing} sizes="20rem" />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
