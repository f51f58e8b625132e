import { keysOf } from './shared/collections.ts';
import type { BusinessId } from './business/events.ts';
import type { EventsOf } from './event-store/event-store.ts';

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

/** How pages and spreadsheets name the channels. */
export const channelNames = {
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  website: 'Website',
  directions: 'Directions',
  onlineOrder: 'Online order',
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
} as const satisfies Readonly<Record<LinkChannel, string>>;

/** Channels that count as social media clicks; `website` counts on its own and the others are neither. */
export const socialChannels: readonly LinkChannel[] = [
  'facebook',
  'instagram',
  'tiktok',
  'youtube',
  'whatsapp',
];

type Subject = {
  /** A ULID. */
  readonly businessId: BusinessId;
  /** Id of the owner's account at that time; null for open data that nobody owns. */
  readonly ownerId: string | null;
};

export const visitsStream = (id: BusinessId): string => `visits-${id}`;

/** Facts about visitors, by the type of their event: there is nothing to decide. */
export type TrafficEventData = {
  /** Somebody opened a place. All that is recorded of the visitor is whether it was the first visit today. @since 2026-11-21 */
  readonly BusinessViewed: Subject & {
    /** The time of the visit by the visitor's clock if that is plausible, else `receivedAt`. ISO 8601, UTC. */
    readonly viewedAt: string;
    /** The time of the server's clock. ISO 8601, UTC. */
    readonly receivedAt: string;
    /** Whether it was the visitor's first visit to this place on that day of the site. */
    readonly firstToday: boolean;
  };
  /** Somebody followed a link of a place. @since 2026-11-21 */
  readonly BusinessLinkClicked: Subject & {
    /** The kind of link. */
    readonly channel: LinkChannel;
    /** The time of the server's clock. ISO 8601, UTC. */
    readonly clickedAt: string;
  };
};

export type TrafficEvent = EventsOf<TrafficEventData>;

export const trafficEventTypes = keysOf<TrafficEvent['type']>({
  BusinessViewed: true,
  BusinessLinkClicked: true,
});
