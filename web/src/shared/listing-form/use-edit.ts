import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { RequestFailed } from '../api/request-json.ts';
import { newCommandKey, useSend } from '../api/use-send.ts';
import { useFailures } from '../forms/form-errors.tsx';
import { checkValues, listingFormData, useCurrentYear } from './check-values.ts';
import { valuesOf, type FormValues, withChange } from './form-values.ts';
import type { Photo } from './photo.ts';
import { useAutosave, useSavedPhoto } from './saved-values.ts';
import { draftKey, useSession } from '../session/use-session.ts';
import { myBusinessTexts } from '../../texts/my-business-texts.ts';
import { changedFields, changesBetween, errorsOfEdit, readEdit, writeEdit } from './saved-edit.ts';

const { form: texts } = myBusinessTexts;

type Edited = { readonly values: FormValues; readonly commandKey: string };

/** The state of an edit, saved on this device until the server has it. Retries send the same command key. */
export function useEdit(business: OwnBusinessDetailResponse, onSaved: (saved: unknown) => void) {
  const send = useSend();
  const currentYear = useCurrentYear();
  const failures = useFailures();
  const { before, edited, setEdited, photo, setPhoto, isRestored, autosave, forget } =
    useSavedEdit(business);
  const [isBusy, setBusy] = useState(false);
  const { values } = edited;
  const changed = [...changedFields(before, values), ...(photo ? ['imagePath'] : [])];

  const save = async () => {
    setBusy(true);
    try {
      const body = listingFormData(values, photo);
      // The server does this anyway; the field is part of the documented payload.
      body.append('status', 'Pending');
      const path = `/api/businesses/update/${encodeURIComponent(business.id)}`;
      const saved = await send(path, { method: 'PUT', body, idempotencyKey: edited.commandKey });
      forget();
      onSaved(saved);
    } catch (error) {
      const isAnswered =
        error instanceof RequestFailed && error.status !== null && error.status < 500;
      if (isAnswered) failures.reportRefusal(error, texts.failed);
      else failures.report({}, texts.failed);
      setBusy(false);
    }
  };

  return {
    values,
    photo,
    failures,
    isBusy,
    /** The names of the fields that saving would change. */
    changed,
    isDirty: changed.length > 0,
    /** Whether the form started with unsaved changes from this device. */
    isRestored,
    save,
    forget,
    change: (change: Partial<FormValues>) => {
      autosave.markUnsaved();
      setEdited((now) => edit(withChange(now.values, change)));
    },
    choosePhoto: (next: Photo | null) => {
      autosave.markUnsaved();
      setPhoto(next);
      setEdited((now) => edit(now.values));
    },
    /** Returns whether the changes are valid; reports the errors if not. */
    check: (): boolean => {
      const found = checkValues(values, { currentYear, photoMissing: null });
      return !failures.report(errorsOfEdit(found, before, values));
    },
  };
}

/** Changed values are another command, so they get a new key. */
function edit(values: FormValues): Edited {
  return { values, commandKey: newCommandKey() };
}

function useSavedEdit(business: OwnBusinessDetailResponse) {
  const userId = useSession()?.user.id ?? '';
  const key = draftKey(userId, business.id);
  const [before] = useState(() => valuesOf(business));
  const [found] = useState(() => readEdit(window.localStorage, key, new Date()));
  const [edited, setEdited] = useState(() => edit({ ...before, ...found }));
  const { photo, setPhoto } = useSavedPhoto(key);
  const autosave = useAutosave({
    key,
    userId,
    value: edited,
    savedAt: '',
    write: ({ values }, savedAt) => {
      const isDirty = photo !== null || changedFields(before, values).length > 0;
      const changes = isDirty ? changesBetween(before, values) : null;
      return writeEdit(window.localStorage, key, changes && { changes, savedAt });
    },
  });
  const forget = () => {
    autosave.forget();
    setPhoto(null);
  };
  return {
    before,
    edited,
    setEdited,
    photo,
    setPhoto,
    isRestored: found !== null,
    autosave,
    forget,
  };
}
