import { describe, inject } from 'vitest';

/** A real server for tests, or why there is none. */
export type TestServer =
  | { readonly kind: 'there'; readonly url: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

export type TestServerName = 'eventstore' | 'mongodb';

declare module 'vitest' {
  interface ProvidedContext {
    readonly eventstore: TestServer;
    readonly mongodb: TestServer;
  }
}

/** A suite that needs a real server; skipped as a whole, with the reason in its title, where there is none. */
export function describeOnServer(name: TestServerName, suite: (url: string) => void): void {
  const server = inject(name);
  if (server.kind === 'there') describe(`on a real server (${name})`, () => suite(server.url));
  else describe.skip(`skipped, as there is no server (${name}): ${server.reason}`, () => suite(''));
}
