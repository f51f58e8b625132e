import { isBusinessId } from '@directory/domain';
import { quarantinedKeys, type DirectoryViews, type ViewStore } from '@directory/projections';
import type Koa from 'koa';
import { sharedFor } from '../../read-models/caching.ts';
import { unlessOutage } from '../../store-outages.ts';
import type { RequestState } from './session.ts';

export type QuarantineLookup = ReturnType<typeof quarantineLookup>;

const mayBeOldMs = 1_000;

/** The businesses of which a view has quarantined a document. */
export function quarantineLookup(store: ViewStore, views: DirectoryViews) {
  const all = Object.values(views);
  /** The keys of `hourly-views` may have a month after the id of the business. */
  const readIds = async () => {
    const keys = await quarantinedKeys(store, all);
    return new Set([...keys].map((key) => key.split('/', 1).join()));
  };
  return {
    /** Whether a document of the business takes in no more events; also true while this cannot be looked up. */
    isQuarantined: async (businessId: string): Promise<boolean> =>
      (await unlessOutage(readIds))?.has(businessId) ?? true,
    /** At most a second old. */
    recentIds: sharedFor(mayBeOldMs, async (): Promise<ReadonlySet<string>> => {
      // None during an outage: what the answer was made of could be read, and an outage is reported where it matters.
      return readIds().catch(() => new Set<string>());
    }),
  };
}

const listed =
  /^\/(api\/(audit|businesses|places|review-figures|user\/me\/export)|sitemap\.xml|feed\.atom)/;

/** Marks answers in which a quarantined document is missing or outdated: those about its business, and lists. */
export function markStaleAnswers({ recentIds }: QuarantineLookup): Koa.Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
      if (isRead && (listed.test(ctx.path) || ctx.response.is('html'))) {
        const ids = await recentIds();
        const named = ctx.path.split('/').find(isBusinessId);
        if (named === undefined ? ids.size > 0 : ids.has(named)) ctx.set('X-Stale', 'true');
      }
    }
  };
}
