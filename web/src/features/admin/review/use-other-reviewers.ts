import type { OpeningResponse } from '@directory/api/contracts';
import { useEffect, useState } from 'react';
import { useSend } from '../../../shared/api/use-send.ts';
import { logFailure } from '../../../shared/log-failure.ts';

export type Reviewer = OpeningResponse['others'][number];

type Told = { readonly id: string; readonly others: readonly Reviewer[] };

/** Tells the directory that this listing is being looked at, and who else does. Nobody, as long as that is not known. */
export function useOtherReviewers(id: string): readonly Reviewer[] {
  const send = useSend();
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    let isLeft = false;
    const ask = async () => {
      try {
        const answer = await send(`/api/businesses/${id}/opening`, { method: 'POST' });
        // The answer has the type of its contract: see requestJson.
        if (!isLeft) setTold({ id, others: (answer as OpeningResponse).others });
      } catch (error) {
        logFailure(`who else looks at ${id} is not known`, error);
      }
    };
    void ask();
    return () => {
      isLeft = true;
    };
  }, [id, send]);
  return told?.id === id ? told.others : [];
}
