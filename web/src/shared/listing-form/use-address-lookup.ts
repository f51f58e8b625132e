import { useEffect, useRef, useState } from 'react';
import { useSend } from '../api/use-send.ts';
import type { ListingFormTexts } from '../texts/listing-form-texts.ts';
import { addressNotFound, type Answers } from './answers.ts';
import { canBeSearched, fieldsOf, pointOf, type Point } from './geocoding.ts';
import { readAddress, searchAddress } from './lookups.ts';
import { useTask } from './use-task.ts';

type Lookup = {
  readonly status: keyof ListingFormTexts['pin']['status'];
  /** Found for the address, while the pin that was set by hand stays. */
  readonly offer?: Point;
  /** What stood in the address before the map's answer took its place. */
  readonly replaced?: string;
};

type LookupOptions = {
  /** Where the site looks up no addresses. */
  readonly isOff: boolean;
  readonly answers: Answers;
  readonly onChange: (change: Partial<Answers>) => void;
  readonly onReverseFailed: () => void;
};

export type AddressLookup = ReturnType<typeof useAddressLookup>;

const pauseMs = 1000;
const settleMs = 500;

/** Between the address and the pin: what is typed moves the pin, and a pin set by hand writes the address. */
export function useAddressLookup(options: LookupOptions) {
  const { answers, onChange, isOff } = options;
  const { lookup, setLookup, search, read } = useLookups(options);
  const task = useTask();

  const searchAfter = (delayMs: number, address: string) => {
    if (!isOff && canBeSearched(address)) task.start(delayMs, (signal) => search(address, signal));
    else task.cancel();
    setLookup({ status: 'idle' });
  };

  const readAfter = (delayMs: number, point: Point | null) => {
    if (!isOff && point) task.start(delayMs, (signal) => read(point, signal));
    else task.cancel();
  };

  return {
    ...lookup,
    type: (address: string) => {
      onChange({ address });
      searchAfter(pauseMs, address);
    },
    searchNow: () => {
      searchAfter(0, answers.address);
    },
    setPin: (point: Point) => {
      onChange({ ...fieldsOf(point), pinByHand: true });
      readAfter(settleMs, point);
    },
    typeDegrees: (change: Partial<Pick<Answers, 'latitude' | 'longitude'>>) => {
      onChange({ ...change, pinByHand: true });
      readAfter(pauseMs, pointOf({ ...answers, ...change }));
    },
    acceptOffer: () => {
      if (!lookup.offer) return;
      onChange(fieldsOf(lookup.offer));
      setLookup({ status: 'found' });
    },
    restoreAddress: () => {
      onChange({ address: lookup.replaced ?? '' });
      setLookup({ status: 'idle' });
    },
  };
}

/** The two calls, and what they change when their answers are there: by then the form may have moved on. */
function useLookups(options: LookupOptions) {
  const send = useSend();
  const [lookup, setLookup] = useState<Lookup>({ status: 'idle' });
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
    const replaced = latest.current.answers.address;
    latest.current.onChange({ address });
    const isKnown = address !== addressNotFound;
    setLookup({
      status: isKnown ? 'written' : 'unknown',
      ...(replaced !== address && { replaced }),
    });
  };

  return { lookup, setLookup, search, read };
}
