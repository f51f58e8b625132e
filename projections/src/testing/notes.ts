import { randomUUID } from 'node:crypto';
import { toPosition, type Position } from '@directory/domain/event-store';
import { defineView, type AnyView, type View } from '../engine/view.ts';
import type {
  CommitOutcome,
  DocumentChange,
  Generation,
  GenerationChanges,
  QuarantinedKey,
  ViewStore,
} from '../view-store/view-store.ts';

export type Note = {
  readonly text: string;
  readonly group: string | null;
  readonly kind: string;
  readonly year: number | null;
  readonly isNew: boolean;
};
export type NotesView = View<Note, 'BusinessApproved'>;

/** A view for tests of stores, which never fold. No other test uses it, also in a store that keeps what earlier runs wrote. */
export function someView(given: Partial<NotesView> = {}): NotesView {
  return defineView<Note, 'BusinessApproved', keyof Note>({
    name: `notes-${randomUUID()}`,
    version: '1',
    handles: ['BusinessApproved'],
    key: () => [],
    evolve: (note) => note,
    indexes: ['group', 'kind'],
    ...given,
  });
}

export function note(given: Partial<Note> = {}): Note {
  return { text: 'nasi lemak', group: 'food', kind: 'open', year: null, isNew: false, ...given };
}

export const at = (place: number): Position => toPosition(place);

/** A document's first version, from the event at `place`. */
export function added(id: string, place: number, doc: Note | null = note()): DocumentChange {
  return { id, from: null, to: at(place), doc };
}

export function changed(
  id: string,
  [from, to]: readonly [number, number],
  doc: Note | null = note(),
): DocumentChange {
  return { id, from: at(from), to: at(to), doc };
}

export function quarantinedKey(given: Partial<QuarantinedKey> = {}): QuarantinedKey {
  return {
    key: 'a',
    position: at(1),
    eventId: randomUUID(),
    error: 'no such thing',
    at: '2026-11-21T08:00:00.000Z',
    ...given,
  };
}

/** Commits to one generation; the checkpoint is at the last of its documents unless given. */
export function commitTo(
  store: ViewStore,
  { id }: Pick<Generation, 'id'>,
  given: Partial<GenerationChanges>,
): Promise<CommitOutcome> {
  const documents = given.documents ?? [];
  const position = documents.reduce((last, { to }) => (to > last ? to : last), at(0));
  const unchanged = { quarantined: [], anchor: null, handled: 0 };
  return store.commit([{ ...unchanged, generation: id, documents, position, ...given }]);
}

/** Begins a generation that answers reads. */
export async function beginLive(store: ViewStore, view: AnyView): Promise<Generation> {
  const { id } = await store.begin(view);
  if (!(await store.takeOver(id))) throw new Error(`${view.name} is ahead`);
  const live = await generationOf(store, id);
  if (!live) throw new Error(`${view.name} was dropped`);
  return live;
}

export async function generationOf(store: ViewStore, id: string): Promise<Generation | undefined> {
  return (await store.generations()).find((generation) => generation.id === id);
}
