import { Timeout, Unavailable } from '@directory/domain/event-store';
import { ViewStoreUnavailable } from '@directory/projections';
import { AccountsUnavailable } from './accounts/account-store.ts';
import { ImagesUnavailable } from './images/image-store.ts';

const outages = [
  Unavailable,
  Timeout,
  ViewStoreUnavailable,
  AccountsUnavailable,
  ImagesUnavailable,
] as const;

/** Whether it says that a store is away, which passes by waiting. */
export function isOutage(error: unknown): boolean {
  return outages.some((Outage) => error instanceof Outage);
}
