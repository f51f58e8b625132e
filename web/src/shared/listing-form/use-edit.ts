import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { useRef } from 'react';
import { RequestFailed } from '../api/request-json.ts';
import { newCommandKey, useSend } from '../api/use-send.ts';
import { useFailures } from '../forms/request-form.tsx';
import { checkValues, listingFormData, useCurrentYear } from './check-values.ts';
import { valuesOf, type FormValues, withChange } from './form-values.ts';
import { draftKey } from '../local-storage.ts';
import { useSession } from '../session/session.ts';
import { fieldLabel } from '../../texts/owner-texts.ts';
import {
  changedFields,
  changesBetween,
  errorsOfEdit,
  readEdit,
  type Entered,
  useSavedForm,
  writeEdit,
} from './saved-values.ts';
import type { FieldErrors } from '../forms/form-fields.tsx';

const failed = "We couldn't save your changes. They are still here; please try again.";
const conflict =
  'Somebody changed this listing while you were editing it. Your entries are still here: check these fields, then save again to use yours.';
const notShownYet =
  'This listing changed, and the change is not shown yet. Your entries are still here: please try again later.';

type Edited = Entered & {
  /** The listing that the values are compared with. */
  readonly base: OwnBusinessDetailResponse;
  /** The revision of the listing when the changes were made; older than `base` for changes restored from this device. */
  readonly revision: number;
  readonly values: FormValues;
};

export type EditEvents = {
  /** Called with the saved business. An earlier request may have saved it: then it may have been decided on since. */
  readonly onSaved: (saved: OwnBusinessDetailResponse) => void;
  /** Called when the server knows no such business, as after a removal. */
  readonly onGone?: (() => void) | undefined;
  /** Called when another tab has submitted or discarded the changes. */
  readonly onEnded: () => void;
};

/** The state of an edit, saved on this device until the server has it. Retries send the same command key. */
export function useEdit(business: OwnBusinessDetailResponse, events: EditEvents) {
  const { onSaved, onGone, onEnded } = events;
  const send = useSend();
  const currentYear = useCurrentYear();
  const failures = useFailures();
  const form = useSavedEdit(business, onEnded);
  /** Whether a request has no answer, perhaps one before a reload: the next may be a repeat, which gets the first outcome. */
  const isUnanswered = useRef(form.isRestored);
  const { photo } = form;
  const { base, values, revision, commandKey } = form.value;
  const before = valuesOf(base);
  const id = encodeURIComponent(business.id);
  const changed = [...changedFields(before, values), ...(photo ? ['imagePath'] : [])];

  const errorsIn = (entered: FormValues) =>
    errorsOfEdit(checkValues(entered, { currentYear, photoMissing: null }), before, entered);

  const load = () => send<OwnBusinessDetailResponse>(`/api/businesses/${id}`);

  /** Shows the listing as it is now around what was typed, unless its view is behind. Saving again then replaces it knowingly. */
  const showConflict = async (fields: readonly string[]) => {
    const now = await load();
    if (now.revision <= revision) {
      failures.report({}, notShownYet);
      return;
    }
    form.change((was) => ({
      ...was,
      base: now,
      revision: now.revision,
      // What was typed, and everything else as it is now.
      values: { ...valuesOf(now), ...changesBetween(valuesOf(was.base), was.values) },
    }));
    failures.report(conflictErrors(fields, now), conflict);
  };

  const reportFailure = async (error: unknown) => {
    const isAnswered =
      error instanceof RequestFailed && error.status !== null && error.status < 500;
    isUnanswered.current ||= !isAnswered;
    if (isAnswered && error.fields.length > 0) await showConflict(error.fields);
    else if (isAnswered) {
      // A repeat of a command that was refused is refused again, so that the next save must not be one.
      if (error.status === 409) form.change((was) => was);
      failures.reportRefusal(error, failed);
    } else failures.report({}, failed);
    if (isAnswered && error.status === 404) onGone?.();
  };

  /** Null after a failure, which it reports, and if it is not sent because it would hide a listing that an admin has approved since. */
  const request = async (onPublic?: () => void) => {
    try {
      const now = onPublic && (await load().catch(() => null));
      const hasThese = now && !photo && changedFields(valuesOf(now), values).length === 0;
      if (now?.status === 'approved' && !hasThese) {
        onPublic?.();
        return null;
      }
      const body = listingFormData(values, photo);
      // The server does this anyway; the field is part of the documented payload.
      body.append('status', 'Pending');
      const path = `/api/businesses/update/${id}?revision=${revision}`;
      const options = { method: 'PUT', body, idempotencyKey: commandKey } as const;
      const saved = await send<OwnBusinessDetailResponse>(path, options);
      const latest = isUnanswered.current ? await load().catch(() => saved) : saved;
      return latest.revision > saved.revision ? latest : saved;
    } catch (error) {
      await reportFailure(error).catch(() => failures.report({}, failed));
      return null;
    }
  };

  /** Saves, or calls `onPublic` instead if an admin has approved the listing since without these changes. */
  const save = async (onPublic?: () => void) => {
    const saved = await form.send(() => request(onPublic));
    if (saved) onSaved(saved);
  };

  return {
    ...form.value,
    ...form,
    failures,
    /** The names of the fields that saving would change. */
    changed,
    isDirty: changed.length > 0,
    save,
    change: (change: Partial<FormValues>) => {
      // The form is checked at each keystroke only while there is an error.
      if (Object.keys(failures.errors).length > 0) {
        const found = errorsIn(withChange(values, change));
        failures.resolve(Object.keys(change), found);
      }
      form.change((now) => ({ ...now, values: withChange(now.values, change) }));
    },
    /** Returns whether the changes are valid; reports the errors if not. */
    check: (): boolean => !failures.report(errorsIn(values)),
  };
}

function useSavedEdit(business: OwnBusinessDetailResponse, onEnded: () => void) {
  const userId = useSession()?.user.id ?? '';
  const key = draftKey(userId, business.id);
  return useSavedForm<Edited>({
    key,
    photoKey: key,
    userId,
    start: () => ({
      base: business,
      revision: business.revision,
      values: valuesOf(business),
      commandKey: newCommandKey(),
    }),
    read: (now) => {
      const saved = readEdit(key, new Date());
      if (!saved) return null;
      const { changes, commandKey, savedAt } = saved;
      const { base } = now;
      // The listing that is shown here may be older: then the server finds what both changed.
      const revision = Math.min(saved.revision ?? now.revision, base.revision);
      const values = { ...valuesOf(base), ...changes };
      return { value: { base, revision, values, commandKey }, savedAt };
    },
    write: ({ value: { base, revision, values, commandKey }, savedAt }, photo) => {
      const before = valuesOf(base);
      const isDirty = photo !== null || changedFields(before, values).length > 0;
      const changes = isDirty ? changesBetween(before, values) : null;
      return writeEdit(key, changes && { changes, revision, commandKey, savedAt });
    },
    onEndedElsewhere: onEnded,
  });
}

/** An error for each field that both changed, with the text or number that it holds now. The pin is one field of the form. */
function conflictErrors(fields: readonly string[], now: OwnBusinessDetailResponse): FieldErrors {
  const pin = `${now.latitude}, ${now.longitude}`;
  const held: Readonly<Record<string, unknown>> = { ...now, latitude: pin, imagePath: null };
  return Object.fromEntries(
    fields.map((name) => {
      const isPin = name === 'latitude' || name === 'longitude';
      const field = isPin ? 'latitude' : name;
      const label = isPin ? 'Latitude and longitude' : fieldLabel(name);
      const value = held[field];
      const isShown = typeof value === 'string' || typeof value === 'number';
      return [field, isShown ? `${label}: now “${value}”` : `${label}: changed meanwhile`];
    }),
  );
}
