import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { newCommandKey } from '../../../shared/api/command-key.ts';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { useFailures } from '../../../shared/forms/form-errors.tsx';
import {
  checkAnswers,
  listingFormData,
  useCurrentYear,
} from '../../../shared/listing-form/check-values.ts';
import {
  answersOf,
  type FormValues,
  withChange,
} from '../../../shared/listing-form/form-values.ts';
import type { Photo } from '../../../shared/listing-form/photo.ts';
import { useAutosave, useSavedPhoto } from '../../../shared/listing-form/saved-values.ts';
import { myBusinessTexts } from '../../../texts/my-business-texts.ts';
import {
  changesBetween,
  editKey,
  errorsOfEdit,
  hasChanged,
  readEdit,
  writeEdit,
} from './saved-edit.ts';

const { form: texts } = myBusinessTexts;

type Edited = { readonly answers: FormValues; readonly commandKey: string };

/** The changes of an edit, kept on this device until they are saved: once, and the same command when it has to be tried again. */
export function useEdit(business: OwnBusinessDetailResponse, onSaved: (saved: unknown) => void) {
  const send = useSend();
  const currentYear = useCurrentYear();
  const failures = useFailures();
  const { before, edited, setEdited, photo, setPhoto, isRestored, kept, forget } =
    useKeptEdit(business);
  const [isBusy, setBusy] = useState(false);
  const { answers } = edited;
  const isDirty = photo !== null || hasChanged(before, answers);

  const save = async () => {
    setBusy(true);
    try {
      const body = listingFormData(answers, photo);
      // What the server does anyway; the documented payload says it.
      body.append('status', 'Pending');
      const path = `/api/businesses/update/${encodeURIComponent(business.id)}`;
      const saved = await send(path, { method: 'PUT', body, idempotencyKey: edited.commandKey });
      forget();
      onSaved(saved);
    } catch (error) {
      const isTold = error instanceof RequestFailed && error.status !== null && error.status < 500;
      if (isTold) failures.reportRefusal(error, texts.failed);
      else failures.report({}, texts.failed);
      setBusy(false);
    }
  };

  return {
    answers,
    photo,
    failures,
    isBusy,
    isDirty,
    /** Whether it began with changes that were not saved the last time. */
    isRestored,
    save,
    forget,
    change: (change: Partial<FormValues>) => {
      kept.markUnsaved();
      setEdited((now) => edit(withChange(now.answers, change)));
    },
    choosePhoto: (next: Photo | null) => {
      kept.markUnsaved();
      setPhoto(next);
      setEdited((now) => edit(now.answers));
    },
    /** Returns whether the changes can be saved, and says what is wrong when they cannot. */
    check: (): boolean => {
      const found = checkAnswers(answers, { currentYear, photoMissing: null });
      return !failures.report(errorsOfEdit(found, before, answers));
    },
  };
}

/** Other changes are another command. */
function edit(answers: FormValues): Edited {
  return { answers, commandKey: newCommandKey() };
}

function useKeptEdit(business: OwnBusinessDetailResponse) {
  const key = editKey(business);
  const [before] = useState(() => answersOf(business));
  const [found] = useState(() => readEdit(window.localStorage, key, new Date()));
  const [edited, setEdited] = useState(() => edit({ ...before, ...found }));
  const { photo, setPhoto } = useSavedPhoto(key);
  const kept = useAutosave({
    key,
    userId: business.user_id ?? '',
    value: edited,
    savedAt: '',
    write: ({ answers }, savedAt) => {
      const changes = photo || hasChanged(before, answers) ? changesBetween(before, answers) : null;
      return writeEdit(window.localStorage, key, changes && { changes, savedAt });
    },
  });
  const forget = () => {
    kept.forget();
    setPhoto(null);
  };
  return { before, edited, setEdited, photo, setPhoto, isRestored: found !== null, kept, forget };
}
