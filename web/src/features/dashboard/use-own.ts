import type {
  AnalyticsResponse,
  OwnBusinessResponse,
  SummaryResponse,
} from '@directory/api/contracts';
import { useResource, type Resource } from '../../shared/resource/use-resource.ts';

export function useSummary(userId: string): Resource<SummaryResponse> {
  return useResource(`/api/businesses/summary/${encodeURIComponent(userId)}`);
}

export function useOwnBusinesses(userId: string): Resource<readonly OwnBusinessResponse[]> {
  return useResource(`/api/businesses/userbusinesses/${encodeURIComponent(userId)}`);
}

export function useAnalytics(userId: string): Resource<AnalyticsResponse> {
  return useResource(`/api/businesses/userbusinesses/${encodeURIComponent(userId)}/analytics`);
}
