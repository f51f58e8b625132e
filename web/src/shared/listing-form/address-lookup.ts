import type { GeocodeReverseResponse, GeocodeSearchResponse } from '@directory/api/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListingFormTexts } from '../../texts/listing-form-texts.ts';
import { type Send, useSend } from '../api/use-send.ts';
import { logFailure } from '../log-failure.ts';
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
  /** Found for the address, while the pin that was set by hand stays. */
  readonly offer?: Point;
};

type LookupOptions = {
  /** Where the site looks up no addresses. */
  readonly isOff: boolean;
  readonly answers: FormValues;
  readonly onChange: (change: Partial<FormValues>) => void;
  readonly onReverseFailed: () => void;
};

export type AddressLookup = ReturnType<typeof useAddressLookup>;

const pauseMs = 1000;
const settleMs = 500;

/** Between the address and the pin: what is typed moves the pin, and a pin set by hand writes the address. */
export function useAddressLookup(options: LookupOptions) {
  const { answers, onChange, isOff } = options;
  const lookups = useLookups(options);
  const { lookup, setLookup, replaced, setReplaced } = lookups;
  const { here, setHere, goOn, searchAfter, readAfter } = useNextLookup(isOff, lookups);

  const setPin = (point: Point) => {
    onChange({ ...fieldsOf(point), pinByHand: true });
    readAfter(settleMs, point);
  };

  return {
    ...lookup,
    here,
    /** What was typed and stands there no longer; empty where nothing was. */
    replaced: replaced === answers.address ? '' : (replaced ?? ''),
    type: (address: string) => {
      onChange({ address });
      setReplaced(null);
      searchAfter(pauseMs, address);
    },
    searchNow: () => {
      searchAfter(0, answers.address);
    },
    setPin,
    pinHere: () => {
      goOn(0, async (signal) => {
        const position = await myPosition();
        if (signal.aborted) return;
        if (position) setPin(position);
        else setHere('failed');
      });
      setHere('awaited');
    },
    typeDegrees: (change: Partial<Pick<FormValues, 'latitude' | 'longitude'>>) => {
      onChange({ ...change, pinByHand: true });
      readAfter(pauseMs, pointOf({ ...answers, ...change }));
    },
    acceptOffer: () => {
      if (!lookup.offer) return;
      onChange(fieldsOf(lookup.offer));
      goOn(0, null);
      setLookup({ status: 'found' });
    },
    restoreAddress: () => {
      onChange({ address: replaced ?? '' });
      setReplaced(null);
      goOn(0, null);
    },
  };
}

/** What a choice sets off. What was under way for the one before ends. */
function useNextLookup(isOff: boolean, lookups: ReturnType<typeof useLookups>) {
  const { setLookup, search, read } = lookups;
  const [here, setHere] = useState<keyof ListingFormTexts['pin']['hereStatus']>('idle');
  const task = useTask();

  const goOn = (delayMs: number, next: Task | null) => {
    if (next) task.start(delayMs, next);
    else task.cancel();
    setLookup({ status: 'idle' });
    setHere('idle');
  };

  const searchAfter = (delayMs: number, address: string) => {
    const canSearch = !isOff && canBeSearched(address);
    goOn(delayMs, canSearch ? (signal) => search(address, signal) : null);
  };

  const readAfter = (delayMs: number, point: Point | null) => {
    goOn(delayMs, !isOff && point ? (signal) => read(point, signal) : null);
  };

  return { here, setHere, goOn, searchAfter, readAfter };
}

/** The two calls, and what they change when their answers are there: by then the form may have moved on. */
function useLookups(options: LookupOptions) {
  const send = useSend();
  const [lookup, setLookup] = useState<Lookup>({ status: 'idle' });
  // What stood in the address before the map's first answer took its place; null when none has since it was typed.
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
    else if (latest.current.answers.pinByHand) setLookup({ status: 'kept', offer: found });
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
    const before = latest.current.answers.address;
    setReplaced((first) => first ?? before);
    latest.current.onChange({ address });
    setLookup({ status: address === addressNotFound ? 'unknown' : 'written' });
  };

  return { lookup, setLookup, replaced, setReplaced, search, read };
}

const maxQueryLength = 200;

/** Where an address lies, or why that is not known. What an abort leaves behind is not looked at. */
async function searchAddress(
  send: Send,
  address: string,
  signal: AbortSignal,
): Promise<Point | 'none' | 'searchFailed'> {
  const query = new URLSearchParams({ format: 'json', q: address.trim().slice(0, maxQueryLength) });
  try {
    const answer = await send(`/api/geocode/search?${query.toString()}`, { signal });
    // As with all answers of the API, requestJson says why it is taken at its contract's word.
    return firstPoint(answer as GeocodeSearchResponse) ?? 'none';
  } catch (error) {
    if (!signal.aborted) logFailure('The address could not be looked up', error);
    return 'searchFailed';
  }
}

/** The address of a point, 'Address not found' where it has none, or null when it could not be asked for. */
async function readAddress(send: Send, point: Point, signal: AbortSignal): Promise<string | null> {
  const { latitude: lat, longitude: lon } = fieldsOf(point);
  const query = new URLSearchParams({ format: 'json', lat, lon });
  try {
    const answer = await send(`/api/geocode/reverse?${query.toString()}`, { signal });
    return addressIn(answer as GeocodeReverseResponse);
  } catch (error) {
    if (!signal.aborted) logFailure('The address of the pin could not be read', error);
    return null;
  }
}

const maxWaitMs = 20_000;

/** Where the device says that it is; null when it keeps that to itself or takes too long. */
function myPosition(): Promise<Point | null> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        resolve(coords);
      },
      () => {
        resolve(null);
      },
      { timeout: maxWaitMs },
    );
  });
}

type Task = (signal: AbortSignal) => Promise<void>;

/** One call at a time, after a pause: a newer one ends the older, and leaving the page ends all. */
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
