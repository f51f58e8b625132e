import type { GeocodeReverseResponse, GeocodeSearchResponse } from '@directory/api/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListingFormTexts } from '../../texts/listing-form-texts.ts';
import { type Send, useSend } from '../api/use-send.ts';
import { logFailure } from '../api/request-json.ts';
import { addressNotFound, type FormValues } from './form-values.ts';
import {
  addressIn,
  canBeSearched,
  fieldsOf,
  firstPoint,
  type Point,
  pointOf,
} from './geocoding.ts';

type Lookup = {
  readonly status: keyof ListingFormTexts['pin']['status'];
  /** A result that would move a pin placed by the user. */
  readonly offer?: Point;
};

type LookupOptions = {
  /** Whether geocoding is off on this site. */
  readonly isOff: boolean;
  readonly values: FormValues;
  readonly onChange: (change: Partial<FormValues>) => void;
  readonly onReverseFailed: () => void;
};

export type AddressLookup = ReturnType<typeof useAddressLookup>;

const pauseMs = 1000;
const settleMs = 500;

/** Keeps address and pin in step: a typed address moves the pin, and a placed pin fills in the address. */
export function useAddressLookup(options: LookupOptions) {
  const { values, onChange, isOff } = options;
  const lookups = useLookups(options);
  const { lookup, setLookup, replaced, setReplaced } = lookups;
  const { location, setLocation, startNext, searchAfter, readAfter } = useNextLookup(
    isOff,
    lookups,
  );

  const setPin = (point: Point) => {
    onChange({ ...fieldsOf(point), pinByHand: true });
    readAfter(settleMs, point);
  };

  return {
    ...lookup,
    location,
    /** The typed address that a lookup replaced, or empty. */
    replaced: replaced === values.address ? '' : (replaced ?? ''),
    type: (address: string) => {
      onChange({ address });
      setReplaced(null);
      searchAfter(pauseMs, address);
    },
    searchNow: () => searchAfter(0, values.address),
    setPin,
    pinMyLocation: () => {
      startNext(0, async (signal) => {
        const position = await myPosition();
        if (signal.aborted) return;
        if (position) setPin(position);
        else setLocation('failed');
      });
      setLocation('locating');
    },
    typeDegrees: (change: Partial<Pick<FormValues, 'latitude' | 'longitude'>>) => {
      const point = pointOf({ ...values, ...change });
      onChange({ ...change, pinByHand: point !== null });
      readAfter(pauseMs, point);
    },
    acceptOffer: () => {
      if (!lookup.offer) return;
      onChange(fieldsOf(lookup.offer));
      startNext(0, null);
      setLookup({ status: 'found' });
    },
    restoreAddress: () => {
      onChange({ address: replaced ?? '' });
      setReplaced(null);
      startNext(0, null);
    },
  };
}

/** Starts the next lookup and cancels the previous one. */
function useNextLookup(isOff: boolean, lookups: ReturnType<typeof useLookups>) {
  const { setLookup, search, read } = lookups;
  const [location, setLocation] = useState<keyof ListingFormTexts['pin']['locationStatus']>('idle');
  const task = useTask();

  const startNext = (delayMs: number, next: Task | null) => {
    if (next) task.start(delayMs, next);
    else task.cancel();
    setLookup({ status: 'idle' });
    setLocation('idle');
  };

  const searchAfter = (delayMs: number, address: string) => {
    const canSearch = !isOff && canBeSearched(address);
    startNext(delayMs, canSearch ? (signal) => search(address, signal) : null);
  };

  const readAfter = (delayMs: number, point: Point | null) =>
    startNext(delayMs, !isOff && point ? (signal) => read(point, signal) : null);

  return { location, setLocation, startNext, searchAfter, readAfter };
}

/** The two geocoder calls. They read the latest options, as the form may change while they run. */
function useLookups(options: LookupOptions) {
  const send = useSend();
  const [lookup, setLookup] = useState<Lookup>({ status: 'idle' });
  // The address before the first lookup replaced it; null if none has since it was typed.
  const [replaced, setReplaced] = useState<string | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const search = async (address: string, signal: AbortSignal) => {
    setLookup({ status: 'searching' });
    const found = await searchAddress(send, address, signal);
    if (signal.aborted) return;
    if (typeof found === 'string') setLookup({ status: found });
    else if (latest.current.values.pinByHand) setLookup({ status: 'pinUnchanged', offer: found });
    else {
      latest.current.onChange(fieldsOf(found));
      setLookup({ status: 'found' });
    }
  };

  const read = async (point: Point, signal: AbortSignal) => {
    setLookup({ status: 'reading' });
    const address = await readAddress(send, point, signal);
    if (signal.aborted) return;
    if (address === null) {
      setLookup({ status: 'reverseFailed' });
      latest.current.onReverseFailed();
      return;
    }
    const before = latest.current.values.address;
    setReplaced((first) => first ?? before);
    latest.current.onChange({ address });
    setLookup({ status: address === addressNotFound ? 'unknown' : 'filledIn' });
  };

  return { lookup, setLookup, replaced, setReplaced, search, read };
}

const maxQueryLength = 200;

/** The point of an address, or why there is none. Ignored by the caller after an abort. */
async function searchAddress(
  send: Send,
  address: string,
  signal: AbortSignal,
): Promise<Point | 'none' | 'searchFailed'> {
  const query = new URLSearchParams({ format: 'json', q: address.trim().slice(0, maxQueryLength) });
  try {
    const path = `/api/geocode/search?${query.toString()}`;
    return firstPoint(await send<GeocodeSearchResponse>(path, { signal })) ?? 'none';
  } catch (error) {
    if (!signal.aborted) logFailure('The address could not be looked up', error);
    return 'searchFailed';
  }
}

/** The address of a point, 'Address not found' if it has none, or null if the request failed. */
async function readAddress(send: Send, point: Point, signal: AbortSignal): Promise<string | null> {
  const { latitude: lat, longitude: lon } = fieldsOf(point);
  const query = new URLSearchParams({ format: 'json', lat, lon });
  try {
    const path = `/api/geocode/reverse?${query.toString()}`;
    return addressIn(await send<GeocodeReverseResponse>(path, { signal }));
  } catch (error) {
    if (!signal.aborted) logFailure('The address of the pin could not be read', error);
    return null;
  }
}

const maxWaitMs = 20_000;

/** The device's position; null if it is denied, unavailable or timed out. */
function myPosition(): Promise<Point | null> {
  return new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      () => resolve(null),
      { timeout: maxWaitMs },
    ),
  );
}

type Task = (signal: AbortSignal) => Promise<void>;

/** One delayed task at a time: a new one aborts the previous, and unmount aborts all. */
function useTask() {
  const running = useRef<{ timer: number; controller: AbortController } | null>(null);

  const cancel = useCallback(() => {
    if (!running.current) return;
    window.clearTimeout(running.current.timer);
    running.current.controller.abort();
    running.current = null;
  }, []);

  const start = useCallback(
    (delayMs: number, task: Task) => {
      cancel();
      const controller = new AbortController();
      const timer = window.setTimeout(() => void task(controller.signal), delayMs);
      running.current = { timer, controller };
    },
    [cancel],
  );

  useEffect(() => cancel, [cancel]);
  return { start, cancel };
}
