import { v5, v7 } from 'uuid';

/** The ids of the events of a command depend on the command only, so that repeating its append is safe. */
export function commandEventId(commandId: string, index: number): string {
  return v5(String(index), commandId);
}

/** For events that no command repeats. In order of time, which keeps the index of ids in the log small. */
export function factEventId(): string {
  return v7();
}
