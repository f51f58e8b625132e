import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { Decisions } from '../decisions/use-decisions.ts';

/** What a cell of the list gets: its row, and what can be done with it. */
export type CellProps = {
  readonly business: OwnBusinessResponse;
  readonly decisions: Decisions;
};
