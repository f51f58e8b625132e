import { v5, v7 } from 'uuid';

/** The same command always gives its events the same ids, which makes repeating an append safe. */
export function commandEventId(commandId: string, index: number): string {
  return v5(String(index), commandId);
}

/** For facts that nothing repeats. In order of time, which keeps the log's index of ids small and quick. */
export function factEventId(): string {
  return v7();
}
