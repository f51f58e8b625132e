import { useState } from 'react';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { useSend } from '../../../shared/api/use-send.ts';
import { logFailure } from '../../../shared/log-failure.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';

export type ViewAction = 'pause' | 'resume' | 'rebuild';
type AskedOfView = { readonly action: ViewAction; readonly name: string };

export type ViewCommands = {
  /** What waits for a yes. */
  readonly asked: AskedOfView | null;
  readonly isBusy: boolean;
  /** What came of the last one. */
  readonly outcome: string;
  readonly ask: (asked: AskedOfView | null) => void;
  readonly confirm: () => void;
};

/** Asks, does and tells. */
export function useViewCommands(onSettled: () => void): ViewCommands {
  const { operations: texts } = useAdminTexts();
  const send = useSend();
  const [asked, setAsked] = useState<AskedOfView | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');

  const carryOut = async ({ action, name }: AskedOfView) => {
    setBusy(true);
    try {
      await send(`/api/operations/views/${name}/${action}`, { method: 'POST' });
      setOutcome(texts.done[action](name));
    } catch (error) {
      logFailure(`${action} of ${name} failed`, error);
      const why = error instanceof RequestFailed ? error.message : texts.couldNot;
      setOutcome(texts.notDone(name, why));
    } finally {
      setBusy(false);
      setAsked(null);
      onSettled();
    }
  };

  return {
    asked,
    isBusy,
    outcome,
    ask: setAsked,
    confirm: () => {
      if (asked) void carryOut(asked);
    },
  };
}
