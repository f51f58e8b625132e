import type { Position } from '@directory/domain/event-store';
import { describeOnServer } from '@directory/domain/testing/servers';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pauseView } from '../../engine/operations.ts';
import type { AnyView } from '../../engine/view.ts';
import { startProjector, type Projector } from '../../engine/projector.ts';
import { eventsOf } from '../../testing/business-events.ts';
import { appendEvents } from '../../testing/append-events.ts';
import { businessIdOf } from '../../testing/details.ts';
import { openFaultyConnection, type FaultyConnection } from '../../testing/faulty-connection.ts';
import { generateLog } from '../../testing/generate-log.ts';
import { newMongoDatabase, type MongoDatabase } from '../../testing/mongo-database.ts';
import {
  added,
  at,
  changed,
  commitTo,
  generationOf,
  note,
  quarantinedKey,
  someView,
  beginLive,
} from '../../testing/notes.ts';
import { expectedView, storedView } from '../../testing/stored-view.ts';
import { openTemporaryStores, type TemporaryStores } from '../../testing/temporary-stores.ts';
import { allViews, definitions, visit } from '../../testing/projection-fixture.ts';
import { ViewStoreUnavailable, type Generation, type ViewStore } from '../view-store.ts';
import { documentsName } from './documents.ts';
import { openMongoViewStore } from './mongo-view-store.ts';

const soon = 20_000;

describeOnServer('mongodb', (server) => {
  let database: MongoDatabase;
  let network: FaultyConnection;
  /** Over the connection that fails. */
  let store: ViewStore;
  /** Of somebody else, whose connection is good. */
  let other: ViewStore;
  beforeEach(async () => {
    database = newMongoDatabase(server);
    network = await openFaultyConnection(database.url);
    store = openMongoViewStore(network);
    other = openMongoViewStore(database);
  });
  afterEach(async () => {
    await store.close();
    await other.close();
    await network.close();
    await database.drop();
  });

  describe('a writer that dies between documents and checkpoint', () => {
    const dieBetween = async () => {
      const view = someView();
      const generation = await beginLive(store, view);
      await commitTo(store, generation, { documents: [added('a', 1)] });
      const token = await other.changeToken(view);
      network.cutBefore('.updatedAt');
      const documents = [changed('a', [1, 5], note({ text: 'new' }))];
      await expect(commitTo(store, generation, { documents })).rejects.toThrow(
        ViewStoreUnavailable,
      );
      return { view, generation, token };
    };

    test('leaves the documents ahead of the checkpoint', async () => {
      const { view, generation, token } = await dieBetween();
      expect(await other.get(view, 'a')).toEqual(note({ text: 'new' }));
      expect(await generationOf(other, generation.id)).toMatchObject({ position: at(1) });
      expect(await other.changeToken(view)).toBe(token);
    });

    test('is followed by a writer that changes the change token', async () => {
      const { view, generation, token } = await dieBetween();
      // The next one finds the event in the document already, so that nothing but the checkpoint is left to write.
      await commitTo(other, generation, { position: at(5), handled: 2 });
      const after = await other.changeToken(view);
      expect(after).not.toBe(token);
      await commitTo(other, generation, { position: at(9) });
      expect(await other.changeToken(view)).toBe(after);
    });

    test('cannot commit its pending documents when it returns', async () => {
      const { view, generation } = await dieBetween();
      await commitTo(other, generation, { documents: [changed('a', [5, 7], note())] });
      network.restore();
      // A connection that was cut may be noticed by the next call only.
      await expect
        .poll(() => store.changeToken(view).then(() => 'answered', String))
        .toBe('answered');
      const documents = [changed('a', [1, 5], note({ text: 'stale' }))];
      const outcome = await commitTo(store, generation, { documents, position: at(5) });
      expect(outcome).toBe('lost');
      expect(await other.get(view, 'a')).toEqual(note());
      expect(await generationOf(other, generation.id)).toMatchObject({ position: at(7) });
    });
  });

  test('a late commit to a dropped generation leaves no documents', async () => {
    const view = someView();
    await beginLive(store, view);
    const dropped = await store.begin(view);
    const writing = commitTo(store, dropped, { documents: [added('a', 1)] });
    const next = await other.begin(view);
    await writing;
    expect((await other.load(dropped.id, ['a'])).size).toBe(0);
    expect(await commitTo(store, dropped, { documents: [added('b', 1)] })).toBe('refused');
    expect(await generationOf(other, next.id)).toBeDefined();
  });

  describe('purge', () => {
    const beginWritten = async (view: AnyView) => {
      const generation = await store.begin(view);
      const documents = [added('a', 1)];
      await commitTo(store, generation, { documents, quarantined: [quarantinedKey()] });
      return generation;
    };
    const expectCompleted = async ({ id }: Generation, interruptBefore: string) => {
      network.cutBefore(interruptBefore);
      await expect(store.purge()).rejects.toThrow(ViewStoreUnavailable);
      expect((await other.load(id, ['a'])).size).toBe(1);
      await other.purge();
      expect((await other.load(id, ['a'])).size).toBe(0);
      expect(await other.quarantined(id)).toEqual([]);
    };

    test.each(['documents_', 'quarantine'])(
      'completes one that was interrupted before it dropped %s of a replaced generation',
      async (interruptBefore) => {
        const view = someView();
        const replaced = await beginWritten(view);
        await store.takeOver(replaced.id);
        await store.takeOver((await beginWritten(view)).id);
        await expectCompleted(replaced, interruptBefore);
      },
    );

    test('completes one that was interrupted before it dropped the newest generation', async () => {
      const failed = await beginWritten(someView());
      await store.changeState(failed.id, { from: 'rebuilding', to: 'failed', error: 'it broke' });
      await expectCompleted(failed, 'documents_');
    });

    test('finds no collection of a generation whose record was not written', async () => {
      const view = someView();
      await store.takeOver((await beginWritten(view)).id);
      network.cutBefore('writtenUpTo');
      await expect(store.begin(view)).rejects.toThrow(ViewStoreUnavailable);
      const client = new MongoClient(database.url);
      const collections = await client.db().listCollections().toArray();
      await client.close();
      const prefix = documentsName(`${view.name}_`);
      expect(collections.filter(({ name }) => name.startsWith(prefix))).toHaveLength(1);
    });
  });

  test('a concurrent pause and takeover end with a paused view', async () => {
    for (let round = 0; round < 5; round += 1) {
      const view = someView();
      await beginLive(store, view);
      const next = await store.begin(view);
      await Promise.all([pauseView(other, view.name), store.takeOver(next.id)]);
      expect(await generationOf(other, next.id)).toMatchObject({ live: true, state: 'paused' });
    }
  });

  describe('the projector', () => {
    let stores: TemporaryStores;
    let projectors: Projector[] = [];
    beforeEach(async () => {
      stores = await openTemporaryStores();
      projectors = [];
    });
    afterEach(async () => {
      for (const projector of projectors) await projector.stop();
      await stores.close();
    });
    const start = (through: ViewStore, views: readonly AnyView[] = allViews) => {
      const report = () => undefined;
      const projector = startProjector({
        ...{ log: stores.log, store: through, views, report },
      });
      projectors.push(projector);
      return projector;
    };
    const expectAllRight = async () => {
      for (const view of allViews)
        expect(await storedView(other, view)).toEqual(await expectedView(stores.log, view));
    };
    const { submitted, approved, edited } = eventsOf(1);

    test('continues from its checkpoint when the server is lost during a batch', async () => {
      const projector = start(store);
      await projector.waitUntilVisible(await appendEvents(stores.log, [submitted()]), soon);
      const phones = ['012-3456701', '012-3456702', '012-3456703'];
      const middles = ['documents_listings', 'documents_hourly-views', '.updatedAt'];
      for (const [round, middle] of middles.entries()) {
        network.cutBefore(middle);
        const edit = edited({ phone: phones[round] ?? '' });
        const position = await appendEvents(stores.log, [visit(1), visit(1), edit]);
        await expect.poll(network.isCut).toBe(true);
        network.restore();
        expect(await projector.waitUntilVisible(position, soon)).toBe(true);
      }
      await expectAllRight();
      expect(await other.get(definitions.hourlyViews, businessIdOf(1))).toMatchObject({ views: 6 });
    }, 60_000);

    test.each(['no such field', 'documents_approved-list', '.updatedAt'])(
      'hides and reports a quarantined listing when the server is lost before "%s" is sent',
      async (text) => {
        const list: AnyView = {
          ...definitions.approvedList,
          evolve: (doc, event, id) => {
            if (event.type === 'BusinessEdited') throw new Error('no such field');
            const view: AnyView = definitions.approvedList;
            return view.evolve(doc, event, id);
          },
        };
        const projector = start(store, [list]);
        await projector.waitUntilVisible(await appendEvents(stores.log, [submitted()]), soon);
        network.cutBefore(text);
        const position = await appendEvents(stores.log, [edited({ phone: '1' })]);
        await expect.poll(network.isCut).toBe(true);
        network.restore();
        expect(await projector.waitUntilVisible(position, soon)).toBe(true);
        const [live] = await other.generations();
        expect(await other.quarantined(live?.id ?? '')).toMatchObject([{ key: businessIdOf(1) }]);
        expect(await other.get(definitions.approvedList, businessIdOf(1))).toBeNull();
      },
      60_000,
    );

    test('waits for a silent server and continues', async () => {
      const projector = start(store);
      await projector.waitUntilVisible(await appendEvents(stores.log, [submitted()]), soon);
      network.stall();
      const position = await appendEvents(stores.log, [approved, visit(1)]);
      expect(await projector.waitUntilVisible(position, 500)).toBe(false);
      network.cut();
      network.restore();
      expect(await projector.waitUntilVisible(position, soon)).toBe(true);
      await expectAllRight();
    }, 60_000);

    test('counts no event twice beside another projector or a returning stale one', async () => {
      await generateLog(stores.log, { events: 300, businesses: 10, days: 5 });
      const first = start(store);
      const second = start(other);
      const position = await stores.log.head();
      await expectVisible(second, position);
      network.cut();
      const later = await appendEvents(stores.log, [submitted(), visit(1), visit(1)]);
      await expectVisible(second, later);
      network.restore();
      const last = await appendEvents(stores.log, [visit(1), approved]);
      await expectVisible(second, last);
      await expectVisible(first, last);
      await expectAllRight();
    }, 60_000);
  });
});

/** Also for views that are being built, which `waitUntilVisible` does not wait for. */
function expectVisible(projector: Projector, position: Position): Promise<void> {
  return expect.poll(() => projector.waitUntilVisible(position, 1_000)).toBe(true);
}
