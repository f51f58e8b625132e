/** The paths for everybody that only the browser renders. */
export const publicPaths = [
  '/login',
  '/places/:id/as-of',
  '/user/forgot-password',
  '/admin/forgot-password',
  '/reset-password',
  '/verify-email',
  '/unsubscribe',
  '/account',
] as const;

/** The paths of owners. The analytics, a part of the dashboard, also have a path of their own. */
export const ownerPaths = [
  '/user/dashboard',
  '/form',
  '/my-businesses/:id',
  '/my-analytics',
] as const;

export const adminPaths = [
  '/adminDashboard',
  '/adminDashboard/review',
  '/adminDashboard/deleted',
  '/adminDashboard/history/:id',
  '/adminDashboard/correct/:id',
  '/adminDashboard/audit',
  '/adminDashboard/as-of',
  '/adminDashboard/reports',
  '/adminDashboard/operations',
  '/business-list',
] as const;

export type AreaPath = (typeof publicPaths | typeof ownerPaths | typeof adminPaths)[number];
