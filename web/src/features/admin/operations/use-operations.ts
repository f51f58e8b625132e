import type { OperationsResponse } from '@directory/api/contracts';
import { useEffect, useRef, useState } from 'react';
import { RequestFailed, logFailure } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';
import { adminTexts } from '../../../texts/admin-texts.ts';

const { operations: texts } = adminTexts;

const pollIntervalMs = 2_000;

/** Polls two seconds after each response or failure, while the page is visible. */
export function useOperations(): Resource<OperationsResponse> {
  const operations = useResource<OperationsResponse>('/api/operations/views');
  const { data, error, retry } = operations;
  const lastData = useRef(data);
  useEffect(() => {
    const isPending = error === undefined && data === lastData.current;
    lastData.current = data;
    if (isPending) return;
    const timer = window.setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      window.clearInterval(timer);
      retry();
    }, pollIntervalMs);
    return () => window.clearInterval(timer);
  }, [data, error, retry]);
  return operations;
}

export type ViewAction = 'pause' | 'resume' | 'rebuild';
type ViewCommand = { readonly action: ViewAction; readonly name: string };

export type ViewCommands = {
  /** Waits for confirmation. */
  readonly pending: ViewCommand | null;
  readonly isBusy: boolean;
  /** Of the last command; empty before the first. */
  readonly outcome: string;
  readonly request: (command: ViewCommand | null) => void;
  readonly confirm: () => void;
};

export function useViewCommands(onSettled: () => void): ViewCommands {
  const send = useSend();
  const [pending, setPending] = useState<ViewCommand | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');

  const execute = async ({ action, name }: ViewCommand) => {
    setBusy(true);
    try {
      await send(`/api/operations/views/${name}/${action}`, { method: 'POST' });
      setOutcome(texts.done[action](name));
    } catch (error) {
      logFailure(`${action} of ${name} failed`, error);
      const cause = error instanceof RequestFailed ? error.message : texts.actionFailed;
      setOutcome(texts.failedFor(name, cause));
    } finally {
      setBusy(false);
      setPending(null);
      onSettled();
    }
  };

  return {
    pending,
    isBusy,
    outcome,
    request: setPending,
    confirm: () => {
      if (pending) void execute(pending);
    },
  };
}
