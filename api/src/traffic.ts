import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

/** General HTTP tools: their use does not make a visitor a crawler. Neither does a headless browser. */
const generalTool = /^(node|undici|axios|curl|wget|python-requests)\b/i;

/** Most visits have one of a few user agents, and matching one takes longer than the rest of recording a visit. */
const known = new LRUCache<string, boolean>({ max: 1_000 });

/** Whether a user agent identifies itself as a crawler, link preview or the like. */
export function isCrawler(userAgent: string): boolean {
  const cached = known.get(userAgent);
  if (cached !== undefined) return cached;
  const result =
    !generalTool.test(userAgent) && isbot(userAgent.replace('HeadlessChrome', 'Chrome'));
  known.set(userAgent, result);
  return result;
}

const maxAheadMs = 5 * 60_000;
const maxBehindMs = 24 * 3_600_000;

/** The time that the client claims if it is plausible, else now. ISO 8601, UTC. */
export function clampClientTimestamp(claimed: string | null | undefined, now: Date): string {
  const time = Date.parse(claimed ?? '');
  const age = now.getTime() - time;
  const isPlausible = age >= -maxAheadMs && age <= maxBehindMs;
  return (isPlausible ? new Date(time) : now).toISOString();
}

/** What distinguishes visitors within a day. */
type Visitor = { readonly address: string; readonly userAgent: string };

/** Claims the first visit of a visitor to a business on a day, given as `2026-11-21`. */
export type ClaimFirstVisit = (visitor: Visitor, businessId: string, day: string) => VisitClaim;

type VisitClaim = {
  readonly isFirst: boolean;
  /** For a visit that could not be stored: the next one is the first. */
  readonly release: () => void;
};

const notFirst: VisitClaim = { isFirst: false, release: () => undefined };

/** Bounds the memory in a flood: further visitors count as repeated. */
const maxVisitors = 500_000;

/** Longer than any day. */
const forgetAfterMs = 25 * 3_600_000;

/**
 * Remembers keyed hashes of visitors, in memory and for a day only. The key is random and discarded at the end of the day, so
 * that the hashes cannot be traced to a visitor.
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
    if (seen.has(hash) || seen.size >= maxVisitors) return notFirst;
    const seenToday = seen.add(hash);
    return { isFirst: true, release: () => void seenToday.delete(hash) };
  };
}
