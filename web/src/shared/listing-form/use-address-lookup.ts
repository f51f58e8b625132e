import { useEffect, useRef, useState } from 'react';
import { useSend } from '../api/use-send.ts';
import type { ListingFormTexts } from '../../texts/listing-form-texts.ts';
import { addressNotFound, type FormValues } from './form-values.ts';
import { canBeSearched, fieldsOf, pointOf, type Point } from './geocoding.ts';
import { readAddress, searchAddress } from './lookups.ts';
import { myPosition } from './my-position.ts';
import { useTask, type Task } from './use-task.ts';

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
