import type { RecordedEvent } from '@directory/domain/event-store';
import type { Groups } from './groups.ts';
import { businessOf, describingTypes, detailsIn, fieldsOf } from './listing-state.ts';
import { readEvents, type ReportSource } from './read-events.ts';
import type { Grouping, Row } from './report.ts';

type Named<Totals> = readonly (readonly [group: Row, totals: Totals])[];

/** The groups, with the last name of each business after its id. */
export async function namedGroups<Totals>(
  groups: Groups<Totals>,
  by: readonly Grouping[],
  source: ReportSource,
): Promise<Named<Totals>> {
  const place = by.indexOf('business');
  if (place < 0) return groups.all();
  const names = await businessNames(source);
  return groups.all().map(([group, totals]) => {
    const name = names.get(String(group[place])) ?? null;
    return [group.toSpliced(place + 1, 0, name), totals];
  });
}

/** By id, also of deleted listings. */
async function businessNames({ log, until }: ReportSource): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const options = { types: describingTypes, until, withPersonalData: true };
  for await (const events of readEvents(log, options))
    for (const event of events) {
      const name = nameIn(event);
      if (name !== null) names.set(businessOf(event), name);
    }
  return names;
}

function nameIn(event: RecordedEvent): string | null {
  const name = detailsIn(fieldsOf(event))?.['businessName'];
  return typeof name === 'string' ? name : null;
}
