import { startOfLog } from '@directory/domain/event-store';
import { describe, expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { withFault } from '../testing/faulty-store.ts';
import { definitions, soon, useWorkshop, visit } from '../testing/workshop.ts';
import { ViewStoreUnavailable } from '../view-store/view-reader.ts';
import type { GenerationChanges } from '../view-store/view-store.ts';

const { stores, start, append, reported, expectAllRight } = useWorkshop();
const { hourlyViews } = definitions;
const { submitted, approved } = eventsOf(1);

describe('when the store fails', () => {
  test('it is tried again until it is back', async () => {
    let failures = 4;
    const store = withFault(stores().store, () => {
      if ((failures -= 1) >= 0) throw new ViewStoreUnavailable('away');
    });
    const projector = start({ store });
    const position = await append(submitted(), visit(1));
    expect(await projector.reached(position, soon)).toBe(true);
    expect(reported().filter(({ type }) => type === 'projection-interrupted')).toHaveLength(4);
    await expectAllRight();
  });

  test('one that stands by does not know what is stored, and throws nothing', async () => {
    let isAway = false;
    const store = withFault(stores().store, (method) => {
      if (isAway && method === 'generations') throw new ViewStoreUnavailable('away');
    });
    const first = start({ store });
    await first.reached(await append(submitted()), soon);
    start({ store: await stores().reopen() });
    await expect
      .poll(() => reported().map(({ type }) => type), { timeout: 8_000 })
      .toContain('standing-by');
    isAway = true;
    expect(await first.reached(await append(visit(1)), { timeoutMs: 300 })).toBe(false);
  }, 20_000);

  test('a death between the documents and the checkpoint counts nothing twice', async () => {
    let deaths = 3;
    const store = withFault(stores().store, async (method, args) => {
      if (method !== 'commit' || deaths === 0) return;
      deaths -= 1;
      const [batch] = args as [readonly GenerationChanges[]];
      await stores().store.commit(
        batch.map((changes) => ({ ...changes, position: startOfLog, handled: 0 })),
      );
      throw new ViewStoreUnavailable('died');
    });
    const projector = start({ store });
    const position = await append(submitted(), visit(1), visit(1), approved, visit(2));
    expect(await projector.reached(position, soon)).toBe(true);
    expect(deaths).toBe(0);
    await expectAllRight();
    expect(await stores().store.get(hourlyViews, businessIdOf(1))).toMatchObject({ views: 2 });
  });
});
