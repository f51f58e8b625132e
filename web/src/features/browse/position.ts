import type { Coordinates } from '@directory/domain/search';
import { useSyncExternalStore } from 'react';

/** The visitor's position, which stays in this page's memory: it is neither stored nor sent. */
export type PositionState = {
  readonly status: 'unasked' | 'asking' | 'known' | 'refused';
  readonly position: Coordinates | null;
};

const unasked: PositionState = { status: 'unasked', position: null };
let state = unasked;
const listeners = new Set<() => void>();

export function usePosition(): PositionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => unasked,
  );
}

/** Asks the device, which asks the visitor. */
export async function askPosition(): Promise<void> {
  setState({ ...state, status: 'asking' });
  const position = await readCoordinates().catch(() => null);
  setState({ status: position ? 'known' : 'refused', position });
}

/** Asks the device if the visitor has allowed that before. */
export async function askAllowedPosition(): Promise<void> {
  try {
    const permission = await navigator.permissions.query({ name: 'geolocation' });
    if (permission.state === 'granted') await askPosition();
  } catch {
    // This browser does not tell permissions.
  }
}

function readCoordinates(): Promise<Coordinates> {
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      reject,
      { maximumAge: 60_000, timeout: 15_000 },
    ),
  );
}

function setState(next: PositionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
