import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { newCommandKey } from '../../shared/api/command-key.ts';
import { RequestFailed } from '../../shared/api/request-json.ts';
import { useSend } from '../../shared/api/use-send.ts';
import { useFailures } from '../../shared/forms/use-failures.ts';
import { answersOf, withChange, type Answers } from '../../shared/listing-form/answers.ts';
import { checkAnswers } from '../../shared/listing-form/check-answers.ts';
import { listingFormData } from '../../shared/listing-form/listing-form-data.ts';
import type { Photo } from '../../shared/listing-form/photo.ts';
import { useCurrentYear } from '../../shared/listing-form/use-current-year.ts';
import { useMyBusinessTexts } from '../../shared/texts/my-business-texts.ts';
import { errorsOfEdit, hasChanged } from './changes.ts';

type Edited = { readonly answers: Answers; readonly photo: Photo | null; readonly key: string };

/** The changes of an edit and their saving: once, and the same command when it has to be tried again. */
export function useEdit(business: OwnBusinessDetailResponse, onSaved: () => void) {
  const { form: texts } = useMyBusinessTexts();
  const send = useSend();
  const currentYear = useCurrentYear();
  const failures = useFailures();
  const [before] = useState(() => answersOf(business));
  const [edited, setEdited] = useState<Edited>({ answers: before, photo: null, key: '' });
  const [isBusy, setBusy] = useState(false);
  const { answers, photo } = edited;
  const isDirty = photo !== null || hasChanged(before, answers);

  const save = async () => {
    setBusy(true);
    try {
      const body = listingFormData(answers, photo);
      // What the server does anyway; the documented payload says it.
      body.append('status', 'Pending');
      const path = `/api/businesses/update/${encodeURIComponent(business.id)}`;
      await send(path, { method: 'PUT', body, idempotencyKey: edited.key });
      onSaved();
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
    save,
    change: (change: Partial<Answers>) => {
      setEdited((now) => edit(now, { answers: withChange(now.answers, change) }));
    },
    choosePhoto: (next: Photo | null) => {
      setEdited((now) => edit(now, { photo: next }));
    },
    /** Returns whether the changes can be saved, and says what is wrong when they cannot. */
    check: (): boolean => {
      const found = checkAnswers(answers, { currentYear, photoMissing: null });
      return !failures.report(errorsOfEdit(found, before, answers));
    },
  };
}

/** Other changes are another command. */
function edit(now: Edited, change: Partial<Edited>): Edited {
  return { ...now, ...change, key: newCommandKey() };
}
