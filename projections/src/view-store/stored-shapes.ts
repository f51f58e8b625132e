import { isPosition, type Position } from '@directory/domain/event-store';
import * as z from 'zod';

/** What adapters check when they read, whatever the store. */
export const storedPosition = z.custom<Position>(
  (text) => typeof text === 'string' && isPosition(text),
);

export const storedQuarantinedKey = z.object({
  key: z.string(),
  position: storedPosition,
  eventId: z.string(),
  type: z.string(),
  error: z.string(),
  attempts: z.int(),
  at: z.string(),
  diverted: z.int(),
  upTo: storedPosition,
});
