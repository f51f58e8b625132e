import type { BusinessId } from './shared/ids.ts';

export const linkChannels = [
  'website',
  'facebook',
  'instagram',
  'tiktok',
  'youtube',
  'whatsapp',
  'phone',
  'onlineOrder',
  'directions',
] as const;

/** The way by which a visitor left a listing for the business itself. */
export type LinkChannel = (typeof linkChannels)[number];

/** Channels that count as social media clicks; `website` counts on its own and the others are neither. */
export const socialChannels: readonly LinkChannel[] = [
  'facebook',
  'instagram',
  'tiktok',
  'youtube',
  'whatsapp',
];

type Subject = { readonly businessId: BusinessId; readonly ownerId: string | null };

/** A visit to a listing. All that is recorded of the visitor is whether it was the first visit today. */
export type BusinessViewed = {
  readonly type: 'BusinessViewed';
  readonly data: Subject & {
    /** The time of the visitor's clock, if plausible; else of arrival. ISO 8601, UTC. */
    readonly viewedAt: string;
    readonly receivedAt: string;
    readonly firstToday: boolean;
  };
};

export type BusinessLinkClicked = {
  readonly type: 'BusinessLinkClicked';
  readonly data: Subject & { readonly channel: LinkChannel; readonly clickedAt: string };
};

/** Facts about visitors: there is nothing to decide. */
export type TrafficEvent = BusinessViewed | BusinessLinkClicked;
