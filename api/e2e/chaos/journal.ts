/** What somebody was told of one listing, in the order of the telling. */
export type ListingStory = {
  readonly id: string;
  readonly told: Told[];
  /** The last command was never answered: it may have been carried out, or not. */
  isOpen: boolean;
};

type Told = {
  /** The type of the event that must be in the log. */
  readonly event: string;
  /** What the event must say; null for events that say nothing. */
  readonly mark: string | null;
};

/** Everything that was sent and answered, against which the stores are held at the end. */
export type Ledger = {
  readonly stories: ListingStory[];
  /** Names of submissions that were never answered. */
  readonly openSubmissions: string[];
  readonly visits: { readonly id: string; acknowledged: number; unknown: number }[];
  readonly commands: { acknowledged: number; repeated: number; stale: number };
  /** Of the writes that were marked as stale, how long it took at the most until they were seen, in ms. */
  maxStaleMs: number;
  /** What must not happen, in sentences. */
  readonly wrongs: string[];
};

export function newLedger(): Ledger {
  return {
    stories: [],
    openSubmissions: [],
    visits: [],
    commands: { acknowledged: 0, repeated: 0, stale: 0 },
    maxStaleMs: 0,
    wrongs: [],
  };
}
