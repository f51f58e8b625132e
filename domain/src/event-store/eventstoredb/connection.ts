import type { BaseOptions, EventStoreDBClient } from '@eventstore/db-client';

/** One per log; what every call to the server needs. */
export type Connection = {
  readonly client: EventStoreDBClient;
  /**
   * To be given to each call. The credentials keep them out of the connection string, and make the client append by one call
   * each: its other way shares a table among all clients of a process, whose errors hit the appends of others and whose late
   * answers end the process. A leader is asked for, as only it knows what was just written.
   */
  readonly options: BaseOptions;
  /** How long the server may say nothing. In ms. */
  readonly timeoutMs: number;
  /** Ends the reads that are under way when the log is closed. */
  readonly closing: AbortController;
};
