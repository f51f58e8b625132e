import { useEffect, useState } from 'react';
import { logFailure } from '../log-failure.ts';
import type { Resource } from '../resource/use-resource.ts';
import type * as SearchCodeModule from './search-code.ts';

/** What `search-code.ts` exports. */
type SearchCode = typeof SearchCodeModule;

let loaded: SearchCode | undefined;

/** The code of the search, which the first page does without: fetched once it is needed. */
export function useSearchCode(isNeeded: boolean): Resource<SearchCode> {
  const [, showLoaded] = useState(loaded);
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isNeeded || loaded) return;
    import('./search-code.ts').then(
      (code) => {
        loaded = code;
        showLoaded(code);
      },
      (failure: unknown) => {
        logFailure('the search could not be loaded', failure);
        setError(failure);
      },
    );
  }, [isNeeded, attempt]);
  const retry = () => {
    setError(undefined);
    setAttempt((before) => before + 1);
  };
  return { data: loaded, error, retry };
}
