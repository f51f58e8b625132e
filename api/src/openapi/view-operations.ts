import { operationsResponse, viewReportResponse } from '../contracts/operations.ts';
import type { Operation } from './operation.ts';

const path = '/api/operations/views';

/** What admins can see of the views and do with them. */
export const viewOperations: readonly Operation[] = [
  {
    method: 'get',
    path,
    summary: 'How the log and every view are',
    who: 'admin',
    answers: { 200: { says: 'State, position, lag, pace and errors', schema: operationsResponse } },
  },
  {
    method: 'post',
    path: `${path}/:name/pause`,
    summary: 'Stop folding events into a view; it goes on answering as it is',
    who: 'admin',
    answers: { 200: { says: 'The view, paused', schema: viewReportResponse } },
    problems: [404],
  },
  {
    method: 'post',
    path: `${path}/:name/resume`,
    summary: 'Let a paused view catch up',
    who: 'admin',
    answers: { 200: { says: 'The view', schema: viewReportResponse } },
    problems: [404],
  },
  {
    method: 'post',
    path: `${path}/:name/rebuild`,
    summary: 'Build a view anew from the log, beside the one that goes on answering',
    who: 'admin',
    answers: {
      202: { says: 'It is being built, or was being built already', schema: viewReportResponse },
    },
    problems: [404],
  },
];
