import type { BusinessResponse } from '@directory/api/contracts';
import type { TextSearch } from '@directory/domain/search';
import { textSearch } from '@directory/domain/search/text';

const searches = new WeakMap<readonly BusinessResponse[], TextSearch<BusinessResponse>>();

/** The search of a list, made once for all that use the list. */
export function searchOf(places: readonly BusinessResponse[]): TextSearch<BusinessResponse> {
  const search = searches.get(places) ?? textSearch(places);
  searches.set(places, search);
  return search;
}
