import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { useSend, type Send } from '../../../shared/api/use-send.ts';
import { logFailure } from '../../../shared/log-failure.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import {
  command,
  rejection,
  requestOf,
  type ListingCommand,
  type RejectionReason,
} from '../decisions/listing-command.ts';
import { messageOf } from '../decisions/use-decisions.ts';

export type Progress = { readonly done: number; readonly all: number };

/** Decides on many, one after the other. Null as reason is an approval; `onDone` gets a sentence of what came of it. */
export function useBulk(onDone: (text: string) => void) {
  const { review } = useAdminTexts();
  const send = useSend();
  const [progress, setProgress] = useState<Progress | null>(null);

  const decide = async (
    listings: readonly OwnBusinessResponse[],
    reason: RejectionReason | null,
  ) => {
    const refusals: string[] = [];
    for (const [done, listing] of listings.entries()) {
      setProgress({ done, all: listings.length });
      const wanted = reason ? rejection(listing, reason) : command('approve', listing);
      const refusal = await tryToSend(send, wanted);
      if (refusal !== null) refusals.push(refusal);
    }
    setProgress(null);
    const worked = listings.length - refusals.length;
    const parts = [reason ? review.bulkRejected(worked) : review.bulkApproved(worked)];
    if (refusals.length > 0)
      parts.push(review.bulkFailed(refusals.length, [...new Set(refusals)].join(' ')));
    onDone(parts.join(', '));
  };

  return { progress, decide };
}

const waitMs = 10_000;
const longestWaits = 7;

/** Null when it worked, else why not. Waits when there were too many requests, which is what many decisions at once are. */
async function tryToSend(send: Send, wanted: ListingCommand, waits = 0): Promise<string | null> {
  const { path, request } = requestOf(wanted);
  try {
    await send(path, request);
    return null;
  } catch (error) {
    logFailure(`${wanted.kind} of ${wanted.listing.id} failed`, error);
    const isTooMany = error instanceof RequestFailed && error.status === 429;
    if (!isTooMany || waits === longestWaits) return messageOf(error);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return tryToSend(send, wanted, waits + 1);
  }
}
