import { useEffect, useState } from 'react';
import { logFailure } from '../log-failure.ts';
import type { Resource } from './use-resource.ts';

/** Code that the first page does without: the hook fetches it once it is needed. */
export function lazyCode<Code>(
  name: string,
  load: () => Promise<Code>,
): (isNeeded: boolean) => Resource<Code> {
  let loaded: Code | undefined;
  return function useCode(isNeeded) {
    const [, showLoaded] = useState(loaded);
    const [error, setError] = useState<unknown>();
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (!isNeeded || loaded) return;
      load().then(
        (code) => {
          loaded = code;
          showLoaded(code);
        },
        (failure: unknown) => {
          logFailure(`the ${name} could not be loaded`, failure);
          setError(failure);
        },
      );
    }, [isNeeded, attempt]);
    const retry = () => {
      setError(undefined);
      setAttempt((before) => before + 1);
    };
    return { data: loaded, error, retry };
  };
}
