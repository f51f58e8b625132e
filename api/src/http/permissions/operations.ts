import type { Viewer } from '../request-state.ts';

/** See how views and log are, and pause, resume and rebuild views. */
export function canOperateViews(viewer: Viewer): boolean {
  return viewer.role === 'admin';
}
