import type { BusinessResponse, OwnBusinessResponse } from '@directory/api/contracts';
import { type Resource, useResource } from '../../../shared/resource/use-resource.ts';

export const sections = ['home', 'add', 'businesses', 'analytics'] as const;
export type Section = (typeof sections)[number];

export type Status = BusinessResponse['status'];
export const statuses = ['approved', 'pending', 'rejected'] as const satisfies readonly Status[];

/** The section in the URL; home if unknown. */
export function sectionOf(search: URLSearchParams): Section {
  return sections.find((section) => section === search.get('section')) ?? 'home';
}

/** Null means all. */
export function statusOf(search: URLSearchParams): Status | null {
  return statuses.find((status) => status === search.get('status')) ?? null;
}

export function sectionPath(section: Section, status: Status | null = null): string {
  const search = new URLSearchParams({
    ...(section !== 'home' && { section }),
    ...(status && { status }),
  }).toString();
  return search ? `/user/dashboard?${search}` : '/user/dashboard';
}

export function useOwnBusinesses(userId: string): Resource<readonly OwnBusinessResponse[]> {
  return useResource(`/api/businesses/userbusinesses/${encodeURIComponent(userId)}`);
}
