import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import type { Environment } from './config.ts';

/** What every program does first. */
export function prepareProcess(environment: Environment): void {
  // Whatever it writes is for its own user only.
  process.umask(0o077);
  outliveOutput();
  endWithNpm(environment);
  keepTicksFast();
  // Garbage is collected once the heap has grown by two fifths, not doubled: with many places or events this saves 100 MB and more.
  setFlagsFromString('--heap-growing-percent=40');
}

const ticks: object[] = [];

/**
 * V8 optimizes `process.nextTick`, which a request needs some ten times, for the hidden class of the objects that it makes. Where a
 * garbage collection finds none of them, the class is gone, and each call takes nine times as long until the process ends: so one stays.
 */
function keepTicksFast(): void {
  process.nextTick(() => ticks.push(executionAsyncResource()));
}

/** Keeps a program at work when its output fails: its reader may end, as `head` does, its terminal be closed or its disk full. */
function outliveOutput(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || output.isTTY || process.exitCode === 1) return;
      process.exitCode = 1;
      if (output === process.stdout)
        process.stderr.write(`The output cannot be written: ${message}.\n`);
    });
}

/** SIGHUP is sent when a terminal is closed. */
export const endingSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** A signal to all processes of a terminal arrives twice where npm passes on its own. */
const repeatMs = 500;
/** Less than `repeatMs`, as all of them may have got the signal. */
const parentCheckMs = 200;

/** npm passes a signal on to the shell between itself and the program, and that shell ends without its child. */
function endWithNpm(environment: Environment): void {
  if (environment['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, parentCheckMs).unref();
}

type Running = { readonly stop: () => Promise<void> };

/** Longer than the last lines take to be written. */
const outputMs = 5_000;

/** Lines that nobody reads are written again and again, which would keep the process alive. By then no handler is left. */
function endBlockedOutput(): void {
  setTimeout(() => process.kill(process.pid, 'SIGTERM'), outputMs).unref();
}

/** Ends a program in order. A second signal ends it at once, as it would without this. */
export function stopOnSignal(running: Running, onFailure: (error: unknown) => void): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void running.stop().catch(onFailure).finally(endBlockedOutput);
    setTimeout(() => {
      for (const signal of endingSignals) process.off(signal, stop);
    }, repeatMs).unref();
  };
  for (const signal of endingSignals) process.on(signal, stop);
}
