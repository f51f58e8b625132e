import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';

/** Who is asking, as the verified token says; without one, a visitor. */
export type Viewer = { readonly role: 'visitor'; readonly id: null } | SignedIn;
export type SignedIn = {
  readonly role: 'user' | 'admin';
  readonly id: string;
  readonly fullName: string;
};

/** What the middleware before the routes leaves for them in `ctx.state`. */
export type RequestState = {
  viewer: Viewer;
  /** Ties log lines and events to the request; a UUID. */
  correlationId: string;
};

export type ApiRouter = Router<RequestState>;
export type ApiContext = RouterContext<RequestState>;
