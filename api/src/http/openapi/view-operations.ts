import { operationsResponse, viewReportResponse } from '../../contracts/operations.ts';
import type { Operation } from './operation.ts';

const path = '/api/operations/views';

/** What admins can see of the views and do with them. */
export const viewOperations: readonly Operation[] = [
  {
    method: 'get',
    path,
    summary: 'How the log and every view are',
    access: 'admin',
    answers: {
      200: { description: 'State, position, lag, pace and errors', schema: operationsResponse },
    },
  },
  {
    method: 'post',
    path: `${path}/:name/pause`,
    summary: 'Stop folding events into a view; it goes on answering as it is',
    access: 'admin',
    answers: { 200: { description: 'The view, paused', schema: viewReportResponse } },
    problems: [404],
  },
  {
    method: 'post',
    path: `${path}/:name/resume`,
    summary: 'Let a paused view catch up',
    access: 'admin',
    answers: { 200: { description: 'The view', schema: viewReportResponse } },
    problems: [404],
  },
  {
    method: 'post',
    path: `${path}/:name/rebuild`,
    summary: 'Build a view anew from the log, beside the one that goes on answering',
    access: 'admin',
    answers: {
      202: {
        description: 'It is being built, or was being built already',
        schema: viewReportResponse,
      },
    },
    problems: [404],
  },
];
