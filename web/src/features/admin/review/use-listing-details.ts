import type {
  HistoryResponse,
  OpeningResponse,
  OwnBusinessResponse,
} from '@directory/api/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { logFailure } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { useHistory } from '../../../shared/listing/use-history.ts';
import type { Resource } from '../../../shared/resource/use-resource.ts';

export type ListingDetails = {
  /** Without data while it is of another revision than the listing. */
  readonly history: Resource<HistoryResponse>;
  readonly opening: OpeningResponse | undefined;
  /** Whether all of it is there or has failed to load: then the listing is shown and can be decided on. */
  readonly isReady: boolean;
};

const againAfterMs = 1000;

/** What is shown with the listing under review. Of the listing and its history, the older one is loaded again. */
export function useListingDetails(
  listing: OwnBusinessResponse | undefined,
  onReload: () => void,
): ListingDetails {
  const history = useHistory(listing?.id);
  const opening = useOpening(listing?.id);
  const { data, error, retry } = history;
  const revision = listing?.revision ?? 0;
  const loaded = data?.business?.revision ?? revision;
  const reload = useEffectEvent(onReload);

  // The history is read from the events themselves, so it is never older than a listing that was loaded before it.
  useEffect(() => {
    if (loaded < revision) retry();
  }, [loaded, revision, retry]);

  // The list may be some events behind, so it is loaded until it has caught up.
  useEffect(() => {
    if (loaded <= revision) return;
    const timer = window.setTimeout(reload, againAfterMs);
    return () => window.clearTimeout(timer);
  }, [loaded, revision, listing]);

  const compared = loaded === revision ? data : undefined;
  return {
    history: { ...history, data: compared },
    opening,
    isReady: opening !== undefined && (compared !== undefined || error !== undefined),
  };
}

/** Reports to the server that this listing is open; undefined until it responds, and nothing known after a failure. */
function useOpening(id: string | undefined): OpeningResponse | undefined {
  const send = useSend();
  const [opening, setOpening] = useState<OpeningResponse & { readonly id: string }>();
  useEffect(() => {
    if (id === undefined) return;
    let isLeft = false;
    const report = async () => {
      try {
        const path = `/api/businesses/${id}/opening`;
        const response = await send<OpeningResponse>(path, { method: 'POST' });
        if (!isLeft) setOpening({ id, ...response });
      } catch (error) {
        logFailure(`the other reviewers and the owner of ${id} are unknown`, error);
        if (!isLeft) setOpening({ id, others: [], isOwnerVerified: null });
      }
    };
    void report();
    return () => {
      isLeft = true;
    };
  }, [id, send]);
  return opening?.id === id ? opening : undefined;
}
