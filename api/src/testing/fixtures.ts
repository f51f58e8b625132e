import type { RecordedEvent } from '@directory/domain/event-store';
import { expect } from 'vitest';

/** The types of events, for tests that say what was appended and that nothing else was. */
export const typesOf = (events: readonly RecordedEvent[]): string[] =>
  events.map(({ type }) => type);

/** Stands for any text in what is expected. */
export const someText: unknown = expect.any(String);
