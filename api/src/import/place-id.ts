import { createHash } from 'node:crypto';
import { parseBusinessId, type BusinessId } from '@directory/domain';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 26;

/** What makes a row the same place when a file is imported again. */
export type PlaceKey = {
  readonly source: string;
  readonly name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** What tells the branches of one business apart where there are no coordinates. */
  readonly address: string | null;
};

/** Always the same id for the same place: the first 128 bits of a SHA-256, written as ULIDs are. */
export function placeId({ source, name, latitude, longitude, address }: PlaceKey): BusinessId {
  const isLocated = latitude !== null && longitude !== null;
  const place = isLocated ? [latitude, longitude] : [latitude, longitude, address];
  const key = JSON.stringify([source, name, ...place]);
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return parseBusinessId(toCrockford(BigInt(`0x${digest}`)));
}

function toCrockford(value: bigint): string {
  let text = '';
  for (let rest = value; text.length < length; rest >>= 5n)
    text = `${alphabet.charAt(Number(rest & 31n))}${text}`;
  return text;
}
