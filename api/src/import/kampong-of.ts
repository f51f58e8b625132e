import { kampongs, type Kampong } from '@directory/domain/catalogue';

/** The middle of the village in degrees, and how far from it a name can still mean one of its kampongs. */
const village = { latitude: 3.1645, longitude: 101.7045 };
const reachKm = 3;
const kmPerDegree = 111.2;

const patterns = kampongs.map((kampong) => ({ kampong, pattern: patternOf(kampong) }));

export type Whereabouts = {
  readonly name: string;
  readonly address: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

/** The kampong that the name or address of a place names, or null when it names none, or several, or the place is elsewhere. */
export function kampongOf(place: Whereabouts): Kampong | null {
  if (isElsewhere(place)) return null;
  const text = `${place.name}\n${place.address ?? ''}`;
  const [only, ...others] = patterns.filter(({ pattern }) => pattern.test(text));
  return only && others.length === 0 ? only.kampong : null;
}

function isElsewhere({ latitude, longitude }: Whereabouts): boolean {
  if (latitude === null || longitude === null) return false;
  const north = (latitude - village.latitude) * kmPerDegree;
  const east = (longitude - village.longitude) * kmPerDegree;
  return Math.hypot(north, east) > reachKm;
}

function patternOf(kampong: Kampong): RegExp {
  const spelled = kampong
    .replace('Kampung', '(?:Kampung|Kampong|Kg\\.?)')
    .replace('Sungai', '(?:Sungai|Sg\\.?)')
    .replaceAll(' ', '\\s+');
  return new RegExp(`(?<![\\p{L}\\d])${spelled}(?![\\p{L}\\d])`, 'iu');
}
