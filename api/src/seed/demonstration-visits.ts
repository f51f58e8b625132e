import { currentSchema, type LinkChannel, type TrafficEvent } from '@directory/domain';
import type { NewEvent } from '@directory/domain/event-store';
import type { Place } from '../import/parse-place.ts';
import { seedId } from './seed-ids.ts';
import { seededRandom } from './seeded-random.ts';
import type { VisitingHour } from './visiting-hours.ts';

export type VisitedPlace = {
  readonly place: Place;
  readonly ownerId: string | null;
  /** How much it draws in proportion to an ordinary place. */
  readonly appeal: number;
};

const ordinaryVisits = 7;
const firstVisitShare = 0.82;
const clickShare = 0.08;
const hourMs = 3_600_000;

/**
 * A month of visits to a place as they might have been, in the order of their times: made up, and marked so. The same place
 * and the same hours give the same visits.
 */
export function demonstrationVisits(
  visited: VisitedPlace,
  hours: readonly VisitingHour[],
): readonly NewEvent[] {
  const { place, appeal } = visited;
  const random = seededRandom(`visits to ${place.id}`);
  // Between places of one kind, a few draw many times what most do.
  const luck = Math.exp(1.2 * (random() + random() + random() - 1.5));
  const count = Math.round(ordinaryVisits * appeal * luck);
  const pick = hourPicker(hours);
  const times = Array.from({ length: count }, () => pick(random()) + Math.floor(random() * hourMs));
  const facts = times.flatMap((time) => factsOf(visited, time, random));
  return facts
    .toSorted((a, b) => a.time - b.time)
    .map(({ event, time }, index) => toNewEvent(event, time, seedId('visit', place.id, index)));
}

type Fact = { readonly time: number; readonly event: TrafficEvent };

/** The visit, and sometimes the click that it ended with. */
function factsOf(
  { place, ownerId }: VisitedPlace,
  time: number,
  random: () => number,
): readonly Fact[] {
  const subject = { businessId: place.id, ownerId };
  const received = time + 150 + Math.floor(random() * 1_500);
  const firstToday = random() < firstVisitShare;
  const visit: Fact = {
    time: received,
    event: {
      type: 'BusinessViewed',
      data: { ...subject, viewedAt: iso(time), receivedAt: iso(received), firstToday },
    },
  };
  const channels = channelsOf(place);
  const channel = channels[Math.floor((random() / clickShare) * channels.length)];
  if (!channel) return [visit];
  const clicked = received + 3_000 + Math.floor(random() * 80_000);
  const data = { ...subject, channel, clickedAt: iso(clicked) };
  return [visit, { time: clicked, event: { type: 'BusinessLinkClicked', data } }];
}

/** Only what the page of the place has to click on. */
function channelsOf({ details }: Place): readonly LinkChannel[] {
  const channels: LinkChannel[] = [];
  if (details.phone !== null) channels.push('phone');
  if (details.website !== null) channels.push('website');
  if (details.facebook !== null) channels.push('facebook');
  if (details.latitude !== null) channels.push('directions');
  return channels;
}

function toNewEvent(event: TrafficEvent, time: number, id: string): NewEvent {
  return {
    ...event,
    id,
    metadata: {
      commandId: id,
      correlationId: id,
      actor: { id: null, role: 'visitor' },
      time: iso(time),
      schema: currentSchema,
      demonstration: true,
    },
  };
}

/** Turns a number from 0 to 1 into an hour, the busier ones more often. */
function hourPicker(hours: readonly VisitingHour[]): (share: number) => number {
  const total = hours.reduce((sum, { weight }) => sum + weight, 0);
  return (share) => {
    let left = share * total;
    const hour = hours.find(({ weight }) => (left -= weight) < 0) ?? hours.at(-1);
    if (!hour) throw new RangeError('there are no hours to pick from');
    return hour.start;
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
