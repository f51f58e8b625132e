import type { Environment } from './config.ts';

/** What every program does first. */
export function prepareProcess(environment: Environment): void {
  // Whatever it writes is for its own user only.
  process.umask(0o077);
  ignoreClosedOutput();
  endWithNpm(environment);
}

/** What reads the output, such as `head`, may have enough of it, or its terminal was closed, and the program does the rest of its work. */
function ignoreClosedOutput(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && !output.isTTY) throw error;
    });
}

/** The last is that of a terminal that is closed. */
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

/** Ends a program in order. A second signal ends it at once, as it would without this. */
export function stopOnSignal(running: Running, onFailure: (error: unknown) => void): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    running.stop().catch(onFailure);
    setTimeout(() => {
      for (const signal of endingSignals) process.off(signal, stop);
    }, repeatMs).unref();
  };
  for (const signal of endingSignals) process.on(signal, stop);
}
