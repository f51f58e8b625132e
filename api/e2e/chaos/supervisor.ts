import { setTimeout as delay } from 'node:timers/promises';
import type { RandomNumbers } from '../../../projections/src/testing/random-numbers.ts';
import { listingForm } from '../client.ts';
import { ask, untilSettled, type Answer } from './asking.ts';
import type { Ledger, ListingStory } from './journal.ts';
import { oneOf } from './pick.ts';
import { readBack } from './reading-back.ts';

export type Keeper = {
  readonly owner: string;
  readonly admin: string;
  readonly replicas: readonly string[];
  readonly random: RandomNumbers;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
};

type Status = 'pending' | 'approved' | 'rejected' | 'deleted';

/** A command, and what must be true of the listing for whoever gave it once it is acknowledged. */
type Step = {
  readonly event: string;
  readonly mark: string | null;
  readonly by: 'owner' | 'admin';
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly leadsTo: Status;
};

/** An owner and an admin who work on one listing after the other, a command at a time, until the signal. */
export async function keepListings(keeper: Keeper): Promise<void> {
  while (!keeper.signal.aborted) {
    const story = await submit(keeper);
    if (story) await work(keeper, story);
  }
}

async function work(keeper: Keeper, story: ListingStory): Promise<void> {
  const { random, signal } = keeper;
  let status: Status = 'pending';
  for (let step = 0; step < 8 && status !== 'deleted' && !signal.aborted; step += 1) {
    await delay(random() * 150);
    const next = nextStep(story.id, status, random);
    if (!(await carryOut(keeper, story, next))) return;
    status = next.leadsTo;
  }
}

function nextStep(id: string, status: Status, random: RandomNumbers): Step {
  const choice = random();
  if (choice < 0.1) return deletion(id);
  if (choice < 0.5 || status === 'rejected') return edit(id);
  if (status === 'approved') return withdrawal(id);
  return choice < 0.8 ? approval(id) : rejection(id);
}

const listing = (id: string) => `/api/businesses/${id}`;

function edit(id: string): Step {
  const synopsis = `Saved ${crypto.randomUUID()}`;
  return {
    event: 'BusinessEdited',
    mark: synopsis,
    by: 'owner',
    method: 'PUT',
    path: `/api/businesses/update/${id}`,
    body: { synopsis },
    leadsTo: 'pending',
  };
}

function approval(id: string): Step {
  const body = { status: 'approved' };
  const shared = { mark: null, by: 'admin', method: 'PUT', path: listing(id) } as const;
  return { ...shared, event: 'BusinessApproved', body, leadsTo: 'approved' };
}

function rejection(id: string): Step {
  const reason = `Refused ${crypto.randomUUID()}`;
  const body = { status: 'rejected', reason };
  const shared = { mark: reason, by: 'admin', method: 'PUT', path: listing(id) } as const;
  return { ...shared, event: 'BusinessRejected', body, leadsTo: 'rejected' };
}

function withdrawal(id: string): Step {
  const path = `${listing(id)}/decision-withdrawal`;
  const shared = { mark: null, by: 'admin', method: 'POST', path } as const;
  return { ...shared, event: 'DecisionWithdrawn', leadsTo: 'pending' };
}

function deletion(id: string): Step {
  const shared = { mark: null, by: 'admin', method: 'DELETE', path: listing(id) } as const;
  return { ...shared, event: 'BusinessDeleted', leadsTo: 'deleted' };
}

/** Null when it was never told how that ended. */
export async function submit(keeper: Keeper): Promise<ListingStory | null> {
  const { ledger } = keeper;
  const name = `Kedai ${crypto.randomUUID()}`;
  const settled = await command(keeper, keeper.owner, {
    method: 'POST',
    path: '/api/businesses',
    body: await listingForm({ businessName: name }),
  });
  const id = settled && idOf(settled);
  if (!id) {
    if (settled) ledger.wrongs.push(`a submission was answered ${describe(settled)}`);
    else ledger.openSubmissions.push(name);
    return null;
  }
  const told = [{ event: 'BusinessSubmitted', mark: name }];
  const story = { id, told, isOpen: false };
  ledger.stories.push(story);
  await readBack(keeper, settled, { id, token: keeper.owner, shows: (body) => has(body, name) });
  return story;
}

/** Whether it was acknowledged; then it was also seen. */
async function carryOut(keeper: Keeper, story: ListingStory, step: Step): Promise<boolean> {
  const token = keeper[step.by];
  const answer = await command(keeper, token, step);
  if (!answer) {
    story.isOpen = true;
    return false;
  }
  if (answer.status !== 200 && answer.status !== 204) {
    keeper.ledger.wrongs.push(`${step.event} of ${story.id} was answered ${describe(answer)}`);
    return false;
  }
  story.told.push({ event: step.event, mark: step.mark });
  const { leadsTo, mark } = step;
  const shows = (body: unknown) =>
    mark !== null && step.by === 'owner' ? has(body, mark) : has(body, `"status":"${leadsTo}"`);
  const expected = leadsTo === 'deleted' ? ('gone' as const) : shows;
  await readBack(keeper, answer, { id: story.id, token, shows: expected });
  return true;
}

type Asked = { readonly method: string; readonly path: string; readonly body?: object };

/** Asks either replica, with the same key again until the outcome is known. */
async function command(keeper: Keeper, token: string, asked: Asked): Promise<Answer | null> {
  const { random, replicas, ledger } = keeper;
  const key = crypto.randomUUID();
  const { method, path, body } = asked;
  const settled = await untilSettled(
    () => ask(`${oneOf(replicas, random)}${path}`, { method, token, key, ...(body && { body }) }),
    random,
  );
  if (!settled) return null;
  if (settled.answer.status < 300) {
    ledger.commands.acknowledged += 1;
    if (settled.attempts > 1) ledger.commands.repeated += 1;
  }
  return settled.answer;
}

function idOf({ status, body }: Answer): string | null {
  if (status !== 201 || typeof body !== 'object' || body === null || !('id' in body)) return null;
  return typeof body.id === 'string' ? body.id : null;
}

function has(body: unknown, text: string): boolean {
  return JSON.stringify(body).includes(text);
}

function describe({ status, body }: Answer): string {
  return `${String(status)} ${JSON.stringify(body)}`;
}
