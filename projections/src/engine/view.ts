import type { DomainEvent, DomainEventType, Recorded } from '@directory/domain';

/**
 * A read model as data and pure functions. A document is a fold of the events that `key` leads to it and of nothing else: it
 * never looks at another document, a clock or a setting, so that replaying the log always gives the same view.
 */
export type View<
  Doc extends object,
  Type extends DomainEventType = DomainEventType,
  Index extends keyof Doc & string = keyof Doc & string,
> = {
  /** Kebab-case; also the name that operators use. */
  readonly name: string;
  /** Changes whenever `evolve`, `key`, `indexes` or `pageFields` do; the new version is then built beside the old one. */
  readonly version: string;
  readonly handles: readonly Type[];
  /** The ids of the documents that an event touches. */
  key(event: EventOf<Type>): readonly string[];
  /** The next document, or null to remove it. */
  evolve(doc: Doc | null, event: EventOf<Type>, id: string): Doc | null;
  /**
   * Whether `evolve` changes the document that it is given, which nobody else has, and throws only before it does: for counts, where
   * copying would take most of a build.
   */
  readonly evolvesInPlace?: boolean;
  /**
   * The shape that documents have in memory while events are folded into them: for counts that would take most of a build in the shape in
   * which they are stored. Its `evolve` leads to the same documents, changes what it is given, and throws only before it does.
   */
  readonly memoryShape?: {
    fromStored(doc: Doc): object;
    toStored(shape: object): Doc;
    evolve(shape: object | null, event: EventOf<Type>, id: string): object | null;
  };
  /** Top-level fields, of text or null, by which documents are found. */
  readonly indexes: readonly Index[];
  /** Top-level fields of text, numbers, booleans or null that pages of many documents are narrowed, ordered and counted by. */
  readonly pageFields?: readonly (keyof Doc & string)[];
  /** Whether visitors read it: a quarantined document is removed, as nobody knows whether it may still be shown. */
  readonly isPublic?: boolean;
  /** Events that erase personal data: folded into quarantined documents, too, which are removed where that fails. */
  readonly erasedBy?: readonly Type[];
};

/**
 * A view whose documents' type is of no concern, as the projector and the stores handle it. Every `View` is one, as TypeScript
 * compares parameters of methods loosely; who calls them passes only what the view handles.
 */
export type AnyView = Omit<View<object>, 'indexes' | 'pageFields'> & {
  readonly indexes: readonly string[];
  readonly pageFields?: readonly string[];
};

/** What reading a view has to know of it: its name, its indexes and the type of its documents. */
export type ReadableView<
  Doc extends object,
  Index extends keyof Doc & string = keyof Doc & string,
> = {
  readonly name: string;
  readonly evolve: (...given: never) => Doc | null;
  readonly indexes: readonly Index[];
};

export type EventOf<Type extends DomainEventType> = Extract<Recorded<DomainEvent>, { type: Type }>;

/** What the indexed fields have to equal. */
export type Where<Doc extends object, Index extends keyof Doc & string> = {
  readonly [Field in Index]?: Doc[Field] & string;
};

/** `Index` names the indexed fields; without it, there are none. */
export function defineView<
  Doc extends object,
  Type extends DomainEventType,
  Index extends keyof Doc & string = never,
>(view: View<Doc, Type, Index>): View<Doc, Type, Index> {
  return view;
}
