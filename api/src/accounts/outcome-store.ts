import { isRejectionCode } from '@directory/domain';
import * as z from 'zod';

/**
 * What came of commands that appended nothing, for a repeat with the same Idempotency-Key. Commands that appended events are found
 * in their stream. Ids and hashes only, no personal data.
 */
export interface OutcomeStore {
  /** Null if there is none, or if it is a day old. */
  findOutcome(commandId: string, now: Date): Promise<RememberedOutcome | null>;
  /** Resolves once it is on disk. An outcome that is there already stays; those of another day are removed. */
  rememberOutcome(commandId: string, outcome: CommandsOutcome, now: Date): Promise<void>;
}

/** Of the content of the request. */
const fingerprint = z.string();
const refusal = z.object({ code: z.string().refine(isRejectionCode), fields: z.array(z.string()) });

/** Nothing had to change in the listing as of a revision; or the rules refused the command. */
export const rememberedOutcome = z.union([
  z.object({ fingerprint, revision: z.int() }),
  z.object({ fingerprint, refusal }),
]);
export type RememberedOutcome = z.output<typeof rememberedOutcome>;

/** With the account that sent the command. */
export type CommandsOutcome = RememberedOutcome & { readonly account: string | null };

const rememberedForMs = 24 * 3_600_000;

/** What was remembered then or earlier is forgotten now. In ms since 1970. */
export function expiryOf(now: Date): number {
  return now.getTime() - rememberedForMs;
}
