import type { OwnBusinessResponse } from '@directory/api/contracts';
import { distance, pointOf } from './distance.ts';

export type Duplicate = {
  readonly listing: OwnBusinessResponse;
  readonly because: 'phone' | 'name';
};

const nearby = 100;

/** Other listings with the same phone number, or with the same name within 100 m. */
export function possibleDuplicates(
  listing: OwnBusinessResponse,
  all: readonly OwnBusinessResponse[],
): readonly Duplicate[] {
  return all
    .filter(({ id }) => id !== listing.id)
    .map((other): Duplicate | null => {
      if (hasSamePhone(listing, other)) return { listing: other, because: 'phone' };
      return hasSameNameNearby(listing, other) ? { listing: other, because: 'name' } : null;
    })
    .filter((duplicate) => duplicate !== null);
}

/** Of imported listings nobody is the owner. */
export function othersOfOwner(
  { id, user_id }: OwnBusinessResponse,
  all: readonly OwnBusinessResponse[],
): readonly OwnBusinessResponse[] {
  if (user_id === null) return [];
  return all.filter((other) => other.user_id === user_id && other.id !== id);
}

function hasSamePhone(a: OwnBusinessResponse, b: OwnBusinessResponse): boolean {
  const digits = a.phone?.replace(/\D/g, '');
  return Boolean(digits) && digits === b.phone?.replace(/\D/g, '');
}

function hasSameNameNearby(a: OwnBusinessResponse, b: OwnBusinessResponse): boolean {
  if (a.businessName.trim().toLowerCase() !== b.businessName.trim().toLowerCase()) return false;
  const [here, there] = [a, b].map(({ latitude, longitude }) => pointOf(latitude, longitude));
  return Boolean(here && there && distance(here, there) <= nearby);
}
