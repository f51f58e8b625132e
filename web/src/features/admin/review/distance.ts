export type Point = { readonly latitude: number; readonly longitude: number };

const metresPerDegree = 111_320;

/** In metres; right to a few in a hundred kilometres, and never asked about more. */
export function distance(a: Point, b: Point): number {
  const north = (b.latitude - a.latitude) * metresPerDegree;
  const middle = ((a.latitude + b.latitude) / 2) * (Math.PI / 180);
  const east = (b.longitude - a.longitude) * metresPerDegree * Math.cos(middle);
  return Math.round(Math.hypot(north, east));
}

export function pointOf(latitude: unknown, longitude: unknown): Point | null {
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? { latitude, longitude }
    : null;
}
