import type { BusinessWithoutStats, PlacePageContent } from '@directory/api/contracts';
import { imageSources } from '../shared/place/place-image.tsx';
import { placeTexts as texts } from '../texts/place-texts.ts';
import { localBusiness } from './local-business.ts';
import { PageHead } from './page-head.tsx';
import { shareImage } from './share-image.ts';

export type PlaceHeadProps = Pick<PlacePageContent, 'origin' | 'place'>;

export function PlaceHead({ origin, place }: PlaceHeadProps) {
  const image = place.imagePath === null ? null : origin + imageSources(place.imagePath).src;
  const page = `${origin}/places/${place.id}`;
  return (
    <PageHead
      title={place.businessName}
      description={shortened(
        place.synopsis?.trim() || texts.place.summary(kind(place), where(place)),
      )}
      url={page}
      image={image ?? origin + shareImage}
      imageText={place.businessName}
      data={localBusiness(place, { page, image })}
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

/** To what search engines show, at the end of a word. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= maxDescriptionLength) return line;
  return `${line.slice(0, maxDescriptionLength).replace(/\s\S*$/, '')}…`;
}
