import type { GeocodeReverseResponse, GeocodeSearchResponse } from '@directory/api/contracts';
import { addressNotFound } from '@directory/domain/catalogue';
import type { Coordinates } from '@directory/domain/search';
import { useEffect, useRef, useState } from 'react';
import type { pin } from '../../texts/listing-form-texts.ts';
import { type Send, useSend } from '../api/use-send.ts';
import { logFailure } from '../api/request-json.ts';
import { queryOf } from '../navigation/query.ts';
import type { FormValues } from './form-values.ts';
import { addressIn, canBeSearched, fieldsOf, firstPoint, pointOf } from './geocoding.ts';

type Lookup = {
  readonly status: keyof (typeof pin)['status'];
  /** A result that would move a pin placed by the user. */
  readonly offer?: Coordinates;
};

type LookupOptions = {
  /** Whether geocoding is off on this site. */
  readonly isOff: boolean;
  readonly values: FormValues;
  readonly onChange: (change: Partial<FormValues>) => void;
  readonly onReverseFailed: () => void;
};

export type AddressLookup = ReturnType<typeof useAddressLookup>;

type Task = (signal: AbortSignal) => Promise<void>;

const pauseMs = 1000;
const settleMs = 500;
const maxQueryLength = 200;

/** Keeps address and pin in step: a typed address moves the pin, and a placed pin fills in the address. */
export function useAddressLookup(options: LookupOptions) {
  const { values, onChange, isOff } = options;
  const send = useSend();
  const [lookup, setLookup] = useState<Lookup>({ status: 'idle' });
  const [location, setLocation] = useState<keyof (typeof pin)['locationStatus']>('idle');
  // The address before the first lookup replaced it; null if none has since it was typed.
  const [replaced, setReplaced] = useState<string | null>(null);
  // The form may change while a lookup runs.
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Cancels the last task, also while it waits, and starts the next one. */
  const start = (delayMs: number, task: Task | null) => {
    running.current?.abort();
    setLookup({ status: 'idle' });
    setLocation('idle');
    if (!task) return;
    const controller = new AbortController();
    running.current = controller;
    window.setTimeout(() => {
      if (!controller.signal.aborted) void task(controller.signal);
    }, delayMs);
  };

  const search = (delayMs: number, address: string) => {
    const q = address.trim().slice(0, maxQueryLength);
    const task: Task = async (signal) => {
      setLookup({ status: 'searching' });
      const results = await ask<GeocodeSearchResponse>(send, 'search', { q }, signal);
      if (signal.aborted) return;
      const found = results && firstPoint(results);
      if (!found) setLookup({ status: results ? 'none' : 'searchFailed' });
      else if (latest.current.values.pinByHand) setLookup({ status: 'pinUnchanged', offer: found });
      else {
        latest.current.onChange(fieldsOf(found));
        setLookup({ status: 'found' });
      }
    };
    start(delayMs, !isOff && canBeSearched(address) ? task : null);
  };

  const read = (delayMs: number, point: Coordinates | null) => {
    if (isOff || !point) {
      start(0, null);
      return;
    }
    const { latitude: lat, longitude: lon } = fieldsOf(point);
    start(delayMs, async (signal) => {
      setLookup({ status: 'reading' });
      const answer = await ask<GeocodeReverseResponse>(send, 'reverse', { lat, lon }, signal);
      if (signal.aborted) return;
      if (!answer) {
        setLookup({ status: 'reverseFailed' });
        latest.current.onReverseFailed();
        return;
      }
      const address = addressIn(answer);
      const before = latest.current.values.address;
      setReplaced((first) => first ?? before);
      latest.current.onChange({ address });
      setLookup({ status: address === addressNotFound ? 'unknown' : 'filledIn' });
    });
  };

  const setPin = (point: Coordinates) => {
    onChange({ ...fieldsOf(point), pinByHand: true });
    read(settleMs, point);
  };

  return {
    ...lookup,
    location,
    /** The typed address that a lookup replaced, or empty. */
    replaced: replaced === values.address ? '' : (replaced ?? ''),
    type: (address: string) => {
      onChange({ address });
      setReplaced(null);
      search(pauseMs, address);
    },
    searchNow: () => search(0, values.address),
    setPin,
    pinMyLocation: () => {
      start(0, async (signal) => {
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
      read(pauseMs, point);
    },
    acceptOffer: () => {
      if (!lookup.offer) return;
      onChange(fieldsOf(lookup.offer));
      setLookup({ status: 'found' });
    },
    restoreAddress: () => {
      onChange({ address: replaced ?? '' });
      setReplaced(null);
      start(0, null);
    },
  };
}

/** Asks the geocoder; null if it failed. Ignored by the caller after an abort. */
async function ask<Answer>(
  send: Send,
  call: 'search' | 'reverse',
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answer | null> {
  const path = `/api/geocode/${call}${queryOf({ format: 'json', ...query })}`;
  return send<Answer>(path, { signal }).catch((error: unknown) => {
    if (!signal.aborted) logFailure(`The geocoder failed (${call})`, error);
    return null;
  });
}

const maxWaitMs = 20_000;

/** The device's position; null if it is denied, unavailable or timed out. */
function myPosition(): Promise<Coordinates | null> {
  return new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      () => resolve(null),
      { timeout: maxWaitMs },
    ),
  );
}
