import type { OperationsResponse } from '@directory/api/contracts';
import { useEffect, useRef } from 'react';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';

const pauseMs = 2_000;

/** How log and views are, asked for again two seconds after each answer or failure while somebody looks. */
export function useOperations(): Resource<OperationsResponse> {
  const operations = useResource<OperationsResponse>('/api/operations/views');
  const { data, error, retry } = operations;
  const answered = useRef(data);
  useEffect(() => {
    const isAwaited = error === undefined && data === answered.current;
    answered.current = data;
    if (isAwaited) return;
    const timer = window.setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      window.clearInterval(timer);
      retry();
    }, pauseMs);
    return () => {
      window.clearInterval(timer);
    };
  }, [data, error, retry]);
  return operations;
}
