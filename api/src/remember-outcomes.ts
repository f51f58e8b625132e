import {
  outcomeAt,
  readBusiness,
  Rejection,
  type CommandContext,
  type CommandOutcome,
  type HandleCommand,
} from '@directory/domain';
import type { EventStore } from '@directory/domain/event-store';
import type { OutcomeStore, RememberedOutcome } from './accounts/account-store.ts';
import type { Clock } from './clock.ts';

type Deps = {
  readonly log: EventStore;
  readonly outcomes: OutcomeStore;
  readonly clock: Clock;
};

/**
 * A repeat gets the first outcome also of a command that appended nothing, whatever happened to the listing since. Of two at the
 * same time each is decided by itself.
 *
 * @throws as `handle`, and AccountsUnavailable
 */
export function rememberOutcomes(handle: HandleCommand, deps: Deps): HandleCommand {
  const { log, outcomes, clock } = deps;

  async function remember(
    { commandId, actor }: CommandContext,
    outcome: RememberedOutcome,
  ): Promise<void> {
    await outcomes.rememberOutcome(commandId, { ...outcome, account: actor.id }, clock());
  }

  return async (command, context) => {
    const { commandId, fingerprint } = context;
    if (fingerprint === undefined) return handle(command, context);
    const first = await outcomes.findOutcome(commandId, clock());
    if (first) return repeat(first, fingerprint, await readBusiness(log, command.businessId));
    try {
      const outcome = await handle(command, context);
      const { events, revision } = outcome;
      if (events.length === 0 && revision !== null)
        await remember(context, { fingerprint, revision });
      return outcome;
    } catch (error) {
      if (error instanceof Rejection && error.code !== 'command-id-reused') {
        const { code, fields } = error;
        await remember(context, { fingerprint, refusal: { code, fields: [...fields] } });
      }
      throw error;
    }
  };
}

function repeat(
  first: RememberedOutcome,
  fingerprint: string,
  history: CommandOutcome['history'],
): CommandOutcome {
  if (first.fingerprint !== fingerprint) throw new Rejection('command-id-reused');
  if ('refusal' in first) throw new Rejection(first.refusal.code, ...first.refusal.fields);
  return outcomeAt(first.revision, history, []);
}
