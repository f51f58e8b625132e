import { setTimeout as delay } from 'node:timers/promises';
import type { RandomNumbers } from '../../../projections/src/testing/random-numbers.ts';
import { listingForm } from '../client.ts';
import type { Acknowledgement, Journal, ListingHistory } from './journal.ts';
import { pick, retryUntilSettled, send, type Answer } from './requests.ts';

export type Editor = {
  readonly owner: string;
  readonly admin: string;
  readonly replicas: readonly string[];
  readonly random: RandomNumbers;
  readonly journal: Journal;
  readonly signal: AbortSignal;
};

type Status = 'pending' | 'approved' | 'rejected' | 'deleted';

/** A command, and the status of the listing after its acknowledgement. */
type Step = Acknowledgement & {
  readonly by: 'owner' | 'admin';
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly leadsTo: Status;
};

/** An owner and an admin edit one listing after the other, a command at a time, until the signal. */
export async function editListings(editor: Editor): Promise<void> {
  while (!editor.signal.aborted) {
    const history = await submit(editor);
    if (history) await editListing(editor, history);
  }
}

async function editListing(editor: Editor, history: ListingHistory): Promise<void> {
  const { random, signal } = editor;
  let status: Status = 'pending';
  for (let step = 0; step < 8 && status !== 'deleted' && !signal.aborted; step += 1) {
    await delay(random() * 150);
    const next = nextStep(history.id, status, random);
    if (!(await execute(editor, history, next))) return;
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

function byAdmin(id: string, step: Pick<Step, 'event' | 'leadsTo'> & Partial<Step>): Step {
  return { mark: null, by: 'admin', method: 'PUT', path: listing(id), ...step };
}

function approval(id: string): Step {
  const body = { status: 'approved' };
  return byAdmin(id, { event: 'BusinessApproved', body, leadsTo: 'approved' });
}

function rejection(id: string): Step {
  const reason = `Refused ${crypto.randomUUID()}`;
  const body = { status: 'rejected', reason };
  return byAdmin(id, { event: 'BusinessRejected', mark: reason, body, leadsTo: 'rejected' });
}

function withdrawal(id: string): Step {
  const path = `${listing(id)}/decision-withdrawal`;
  return byAdmin(id, { event: 'DecisionWithdrawn', method: 'POST', path, leadsTo: 'pending' });
}

function deletion(id: string): Step {
  return byAdmin(id, { event: 'BusinessDeleted', method: 'DELETE', leadsTo: 'deleted' });
}

/** Submits a listing; null if it was refused or the outcome is unknown. */
export async function submit(editor: Editor): Promise<ListingHistory | null> {
  const { journal } = editor;
  const name = `Kedai ${crypto.randomUUID()}`;
  const settled = await command(editor, editor.owner, {
    method: 'POST',
    path: '/api/businesses',
    body: await listingForm({ businessName: name }),
  });
  const id = settled && idOf(settled);
  if (!id) {
    if (settled) journal.violations.push(`a submission got ${describe(settled)}`);
    else journal.openSubmissions.push(name);
    return null;
  }
  const acknowledged = [{ event: 'BusinessSubmitted', mark: name }];
  const history = { id, acknowledged, isOpen: false };
  journal.histories.push(history);
  await readBack(editor, settled, { id, token: editor.owner, shows: (body) => has(body, name) });
  return history;
}

/** Sends the command of a step. Returns whether it was acknowledged; then it was also read back. */
async function execute(editor: Editor, history: ListingHistory, step: Step): Promise<boolean> {
  const token = editor[step.by];
  const answer = await command(editor, token, step);
  if (!answer) {
    history.isOpen = true;
    return false;
  }
  if (answer.status !== 200 && answer.status !== 204) {
    editor.journal.violations.push(`${step.event} of ${history.id} got ${describe(answer)}`);
    return false;
  }
  history.acknowledged.push({ event: step.event, mark: step.mark });
  const { leadsTo, mark } = step;
  const shows = (body: unknown) =>
    mark !== null && step.by === 'owner' ? has(body, mark) : has(body, `"status":"${leadsTo}"`);
  const expected = leadsTo === 'deleted' ? ('gone' as const) : shows;
  await readBack(editor, answer, { id: history.id, token, shows: expected });
  return true;
}

type Command = { readonly method: string; readonly path: string; readonly body?: object };

/** Sends to either replica, and retries with the same key until the outcome is known. */
async function command(editor: Editor, token: string, request: Command): Promise<Answer | null> {
  const { random, replicas, journal } = editor;
  const key = crypto.randomUUID();
  const { method, path, body } = request;
  const settled = await retryUntilSettled(
    () => send(`${pick(replicas, random)}${path}`, { method, token, key, ...(body && { body }) }),
    random,
  );
  if (!settled) return null;
  if (settled.answer.status < 300) {
    journal.commands.acknowledged += 1;
    if (settled.attempts > 1) journal.commands.repeated += 1;
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
  return `${status} ${JSON.stringify(body)}`;
}

/** Visits listings that stay public, at either replica, until the signal. */
export async function visitListings({
  journal,
  random,
  replicas,
  signal,
}: Pick<Editor, 'journal' | 'random' | 'replicas' | 'signal'>): Promise<void> {
  while (!signal.aborted) {
    const visited = pick(journal.visits, random);
    const answer = await send(`${pick(replicas, random)}/api/businesses/${visited.id}/view`, {
      method: 'POST',
      body: { viewedAt: new Date().toISOString() },
    });
    if (answer?.status === 204) visited.acknowledged += 1;
    else visited.unknown += 1;
    if (answer && answer.status >= 300 && answer.status < 500)
      journal.violations.push(`a visit got ${answer.status}`);
    await delay(10 + random() * 60);
  }
}

type Expected = {
  readonly id: string;
  readonly token: string;
  /** Tells whether a response shows the write; `gone` if the response must be 404. */
  readonly shows: ((body: unknown) => boolean) | 'gone';
};

/** How long a stale write may stay invisible: until a lease has expired and a program has started. */
const maxStaleMs = 45_000;

/**
 * Reads a write back from either replica, as the same client. The first response must show it, or, if the write was marked as
 * stale, a response within `maxStaleMs`.
 */
async function readBack(editor: Editor, write: Answer, expected: Expected): Promise<void> {
  const { journal } = editor;
  const began = performance.now();
  if (write.isStale) journal.commands.stale += 1;
  for (;;) {
    const seen = await read(editor, expected);
    if (seen === null) {
      journal.violations.push(`${expected.id} could not be read for a minute after a write`);
      return;
    }
    if (isShown(seen, expected)) break;
    if (!write.isStale) {
      journal.violations.push(
        `a write to ${expected.id} was not visible to its own client, which got ${seen.status} ${JSON.stringify(seen.body)}`,
      );
      return;
    }
    if (performance.now() - began > maxStaleMs) {
      journal.violations.push(`a stale write to ${expected.id} was not visible for 45 s`);
      return;
    }
    await delay(100);
  }
  if (write.isStale) journal.maxStaleMs = Math.max(journal.maxStaleMs, performance.now() - began);
}

async function read({ replicas, random }: Editor, { id, token }: Expected): Promise<Answer | null> {
  const settled = await retryUntilSettled(
    () => send(`${pick(replicas, random)}/api/businesses/${id}`, { token }),
    random,
  );
  return settled?.answer ?? null;
}

function isShown({ status, body }: Answer, { shows }: Expected): boolean {
  if (shows === 'gone') return status === 404;
  return status === 200 && shows(body);
}
