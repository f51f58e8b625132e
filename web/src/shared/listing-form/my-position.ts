import type { Point } from './geocoding.ts';

const maxWaitMs = 20_000;

/** Where the device says that it is; null when it keeps that to itself or takes too long. */
export function myPosition(): Promise<Point | null> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        resolve(coords);
      },
      () => {
        resolve(null);
      },
      { timeout: maxWaitMs },
    );
  });
}
