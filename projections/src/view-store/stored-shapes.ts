import { isPosition, type Position } from '@directory/domain/event-store';
import { isObject } from '@directory/domain/shared/unknown';
import * as z from 'zod';

/** Checked by both adapters when they read. */
export const storedPosition = z.custom<Position>(
  (text) => typeof text === 'string' && isPosition(text),
);

export const storedState = z.enum(['running', 'paused', 'failed', 'rebuilding']);

export const storedObject = z.custom<object>(isObject);

export const storedQuarantinedKey = z.object({
  key: z.string(),
  position: storedPosition,
  eventId: z.string(),
  error: z.string(),
  at: z.string(),
});

export const storedAnchor = z
  .object({
    log: z.string(),
    after: storedPosition,
    position: storedPosition,
    eventId: z.string(),
  })
  .nullable();
