import type { DomainEventType } from '@directory/domain';
import type { View, Where } from '../view.ts';

/** What the API asks of the views: by id, and by equality on a declared index. */
export interface ViewReader {
  /** @throws ViewStoreUnavailable */
  get<Doc extends object, Type extends DomainEventType>(
    view: View<Doc, Type>,
    id: string,
  ): Promise<Doc | null>;

  /** The documents whose indexed fields equal `where`, in the order of their ids; all of them for `{}`. */
  find<Doc extends object, Type extends DomainEventType, Index extends keyof Doc & string>(
    view: View<Doc, Type, Index>,
    where: Where<Doc, Index>,
  ): Promise<readonly Doc[]>;

  /**
   * A token that differs whenever a document of the view may have changed, also when a rebuilt version took over. Cheap: made
   * to be asked on every request, so that answers can be kept between changes.
   */
  changeToken<Doc extends object, Type extends DomainEventType>(
    view: View<Doc, Type>,
  ): Promise<string>;
}

/** The views cannot be reached. */
export class ViewStoreUnavailable extends Error {
  override readonly name = 'ViewStoreUnavailable';
}
