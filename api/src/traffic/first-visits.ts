import { createHmac, randomBytes } from 'node:crypto';

/** What tells one visitor from another, for as long as a day lasts. */
type Visitor = { readonly address: string; readonly userAgent: string };

/** Says whether somebody comes to a business for the first time on a day, as `2026-11-21`; who asks next is told otherwise. */
export type ClaimFirstVisit = (visitor: Visitor, businessId: string, day: string) => TakenVisit;

type TakenVisit = {
  readonly isFirst: boolean;
  /** For a visit that could not be kept: then the next one is the first. */
  readonly giveBack: () => void;
};

const notFirst: TakenVisit = { isFirst: false, giveBack: () => undefined };

/** When it is full, who else comes counts as seen: a flood takes no more memory than this. */
const maxRemembered = 500_000;

/** The longest day there is, and no visit after it needed. */
const forgetAfterMs = 25 * 3_600_000;

/**
 * Remembers, in memory only and until the day is over, a keyed hash; its key is made for the day and forgotten with it, so
 * that nobody can find out who it was.
 */
export function firstVisits(): ClaimFirstVisit {
  let today = '';
  let key = randomBytes(32);
  let seen = new Set<string>();
  let forgetting: NodeJS.Timeout | undefined;

  function begin(day: string): void {
    today = day;
    key = randomBytes(32);
    seen = new Set();
    clearTimeout(forgetting);
    forgetting = setTimeout(begin, forgetAfterMs, '').unref();
  }

  return ({ address, userAgent }, businessId, day) => {
    if (day !== today) begin(day);
    const person = JSON.stringify([address, userAgent, businessId]);
    const hash = createHmac('sha256', key).update(person).digest('base64').slice(0, 16);
    if (seen.has(hash) || seen.size >= maxRemembered) return notFirst;
    const ofToday = seen.add(hash);
    return { isFirst: true, giveBack: () => void ofToday.delete(hash) };
  };
}
