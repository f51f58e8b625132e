/** The port to a service that knows where addresses are. What people ask it is theirs: no adapter logs it. */
export interface Geocoder {
  /**
   * The places that a text may mean, the likeliest first; empty where there is none.
   * @throws RequestProblem (503) when the service is away or too much is asked of it.
   */
  search(text: string): Promise<readonly Place[]>;

  /**
   * The address at a place, or null where there is none. Degrees, WGS 84.
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
