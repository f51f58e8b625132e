/** An aggregate's rules: pure and synchronous; the caller supplies time and ids. */
export type Decider<State, Command, Event> = {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => readonly Event[];
  readonly evolve: (state: State, event: Event) => State;
};
