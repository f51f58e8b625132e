import { RequestProblem } from '../http/errors.ts';

/** The port to a geocoding service. Queries are personal data: no adapter logs them. */
export interface Geocoder {
  /**
   * The places that a text may mean, the most likely first; empty if there are none.
   * @throws RequestProblem (503) when the service is unreachable or too busy.
   */
  search(text: string): Promise<readonly Place[]>;

  /**
   * The address at a position, or null if there is none. Degrees, WGS 84.
   * @throws RequestProblem as `search` does.
   */
  reverse(latitude: number, longitude: number): Promise<string | null>;
}

export type Place = {
  /** Degrees, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string;
};

/** `reason` is logged, so it must not contain anything that users typed. */
export function geocoderUnreachable(reason: string): RequestProblem {
  const problem = unavailable('Address lookup is unavailable. Please try again soon.');
  problem.cause = new Error(reason);
  return problem;
}

export const geocoderBusy = () =>
  unavailable('Address lookup is busy. Please try again in a moment.');

export const geocoderOff = () => unavailable('Address lookup is turned off in this directory.');

function unavailable(message: string): RequestProblem {
  return new RequestProblem({
    status: 503,
    type: 'geocoder-unavailable',
    message,
    headers: { 'Retry-After': '5' },
  });
}
