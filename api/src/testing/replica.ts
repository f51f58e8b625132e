import { systemClock } from '../clock.ts';
import { listen } from '../http/listen.ts';
import { createLogger, openSite } from '../server.ts';
import { httpClient, type HttpClient } from './http-client.ts';
import type { TestSite } from './test-site.ts';

export type Replica = HttpClient & { readonly stop: () => Promise<void> };

/** One more API on the stores of a site, which keeps no views itself. */
export async function startReplica({ config }: TestSite): Promise<Replica> {
  const site = await openSite({
    config: { ...config, projector: 'external' },
    geocoder: null,
    clock: systemClock,
    logger: createLogger('silent', { write: () => undefined }),
    webRoot: null,
    renderer: null,
  });
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith(site.app);
  return {
    ...httpClient(url),
    async stop() {
      await stop(1_000);
      await site.close();
    },
  };
}
