import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { useSend, type Send } from '../../../shared/api/use-send.ts';
import { logFailure } from '../../../shared/log-failure.ts';
import { useAdminTexts, type AdminTexts } from '../../../shared/texts/admin-texts.ts';
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
    const refusals: Refusal[] = [];
    for (const [done, listing] of listings.entries()) {
      setProgress({ done, all: listings.length });
      const wanted = reason ? rejection(listing, reason) : command('approve', listing);
      const refusal = await tryToSend(send, wanted);
      if (refusal !== null) refusals.push(refusal);
    }
    setProgress(null);
    const worked = listings.length - refusals.length;
    const result = reason ? review.bulkRejected(worked) : review.bulkApproved(worked);
    onDone([result, ...tellRefusals(refusals, review)].join(', '));
  };

  return { progress, decide };
}

type Refusal = { readonly hasChanged: boolean; readonly why: string };

/** What another admin or the owner was quicker with is no failure. */
function tellRefusals(refusals: readonly Refusal[], review: AdminTexts['review']): string[] {
  const changed = refusals.filter(({ hasChanged }) => hasChanged).length;
  const failed = refusals.filter(({ hasChanged }) => !hasChanged).map(({ why }) => why);
  return [
    ...(changed > 0 ? [review.bulkChanged(changed)] : []),
    ...(failed.length > 0
      ? [review.bulkFailed(failed.length, [...new Set(failed)].join(' '))]
      : []),
  ];
}

const waitMs = 10_000;
const longestWaits = 7;

/** Null when it worked, else why not. Waits when there were too many requests, which is what many decisions at once are. */
async function tryToSend(send: Send, wanted: ListingCommand, waits = 0): Promise<Refusal | null> {
  const { path, request } = requestOf(wanted);
  try {
    await send(path, request);
    return null;
  } catch (error) {
    logFailure(`${wanted.kind} of ${wanted.listing.id} failed`, error);
    const status = error instanceof RequestFailed ? error.status : null;
    if (status !== 429 || waits === longestWaits)
      return { hasChanged: status === 409 || status === 404, why: messageOf(error) };
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return tryToSend(send, wanted, waits + 1);
  }
}
