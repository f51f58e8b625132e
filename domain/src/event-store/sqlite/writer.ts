import type { Worker } from 'node:worker_threads';
import { Timeout, Unavailable } from '../event-store.ts';
import { startThread } from '../start-thread.ts';
import type { AppendOutcome, AppendRequest, FromWriter, ToWriter } from './group-commit.ts';

/** Beyond these the log is overloaded: failing at once is better than a longer queue. */
const maxWaiting = 10_000;
const maxWaitingBytes = 64 * 1024 * 1024;

export type Settled = Extract<AppendOutcome, { kind: 'appended' | 'wrong-revision' }>;

type Waiting = {
  readonly bytes: number;
  readonly resolve: (outcome: Settled) => void;
  readonly reject: (error: Error) => void;
};

/** The calling thread's end of one writing thread, for as long as that lives. */
export class Writer {
  readonly #thread: Worker;
  readonly #ended: Promise<void>;
  readonly #onCommit: () => void;
  /** In the order of the responses of the thread. */
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #unsent: AppendRequest[] = [];
  #isAlive = true;
  #fault: unknown;

  constructor(file: string, onCommit: () => void) {
    this.#onCommit = onCommit;
    this.#thread = startThread({ name: 'log-writer', beside: import.meta.url, data: file });
    this.#thread.on('message', (outcomes: FromWriter) => this.#settle(outcomes));
    this.#thread.on('error', (fault) => {
      this.#fault = fault;
    });
    this.#ended = new Promise((resolve) => {
      this.#thread.on('exit', () => {
        this.#giveUp();
        resolve();
      });
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Sent at once to an idle thread, else with the others of this turn of the event loop. @throws Unavailable, Timeout */
  append(request: AppendRequest): Promise<Settled> {
    const { bytes } = request;
    if (this.#waiting.length >= maxWaiting || this.#waitingBytes + bytes > maxWaitingBytes)
      return Promise.reject(new Unavailable('too many appends are waiting'));
    this.#waitingBytes += bytes;
    this.#unsent.push(request);
    if (this.#waiting.length === 0) this.#send();
    else if (this.#unsent.length === 1) setImmediate(() => this.#send());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, resolve, reject });
    });
  }

  /** Resolves once everything under way is on disk and the thread has ended. */
  close(): Promise<void> {
    this.#send();
    this.#post('close');
    return this.#ended;
  }

  /** Appends of one turn of the event loop travel together: a message each would cost as much as the writing. */
  #send(): void {
    if (this.#unsent.length > 0) this.#post(this.#unsent);
    this.#unsent = [];
  }

  #post(message: ToWriter): void {
    this.#thread.postMessage(message);
  }

  #settle(outcomes: FromWriter): void {
    const answered = this.#waiting.splice(0, outcomes.length);
    for (const [index, { bytes, resolve, reject }] of answered.entries()) {
      this.#waitingBytes -= bytes;
      const outcome = outcomes[index];
      if (outcome?.kind === 'appended' || outcome?.kind === 'wrong-revision') resolve(outcome);
      else if (outcome?.kind === 'locked') reject(new Timeout(outcome.reason));
      else reject(new Unavailable(outcome?.reason ?? 'the log did not respond'));
    }
    this.#onCommit();
  }

  #giveUp(): void {
    this.#isAlive = false;
    const error = new Unavailable('the log stopped writing', { cause: this.#fault });
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
