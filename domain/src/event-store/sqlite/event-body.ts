import { isObject } from '../../shared/unknown.ts';
import type { NewEvent } from '../event-store.ts';

export function encodeEvent({ id, type, data, metadata }: NewEvent): string {
  return JSON.stringify({ id, type, data, metadata });
}

/** The one place where stored JSON becomes an event. Looks at the outline only: shapes were checked when it was made. */
export function decodeEvent(body: string): NewEvent {
  const value: unknown = JSON.parse(body);
  if (isEvent(value)) return value;
  throw new SyntaxError('not an event');
}

function isEvent(value: unknown): value is NewEvent {
  return (
    isObject(value) &&
    typeof value['id'] === 'string' &&
    typeof value['type'] === 'string' &&
    isObject(value['data']) &&
    isObject(value['metadata'])
  );
}
