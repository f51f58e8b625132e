import type { OperationsResponse } from '@directory/api/contracts';
import { useEffect } from 'react';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';

const everyMs = 2_000;

/** How log and views are, asked for again every two seconds while somebody looks. */
export function useOperations(): Resource<OperationsResponse> {
  const operations = useResource<OperationsResponse>('/api/operations/views');
  const { retry } = operations;
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') retry();
    }, everyMs);
    return () => {
      window.clearInterval(timer);
    };
  }, [retry]);
  return operations;
}
